package tailgate.content.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.http.Status;

/**
 * A root folder, and what may be served from it: regular files below it. A symbolic link is
 * followed if its target is inside the root and is not a dotfile, see {@link Boundary}.
 *
 * <p>Thread-safe. A user who can change links below the root can win the race between the check and
 * the opening. But such a user could put any file there anyway. Names are compared as the file
 * system does it: if it ignores case, one file has several places, and is kept in memory once for
 * each.
 */
public final class Site {

  private static final String INDEX = "index.html";
  private static final Found NOT_FOUND = new Found.Nothing(Status.NOT_FOUND);
  private static final Found FORBIDDEN = new Found.Nothing(Status.FORBIDDEN);

  private final Path root;
  private final Boundary boundary;
  private final FileThreads threads;

  /** Whether precompressed files are looked up. */
  private final boolean siblings;

  /** Whether a folder without an index may be listed. */
  private final boolean listed;

  /** The root as a URI without its final slash, if paths are made through URIs; else null. */
  private final @Nullable String uri;

  /**
   * A site below {@code root} without listings. Links on the path to the root are resolved now.
   *
   * @throws NotDirectoryException if it is not a folder
   * @throws IOException if it does not exist or is not readable
   */
  public Site(Path root) throws IOException {
    this.siblings = true;
    this.listed = false;
    this.root = root.toRealPath();
    this.boundary = new Boundary(this.root);
    this.threads = FileThreads.NONE;
    if (!Files.isDirectory(this.root)) {
      throw new NotDirectoryException(root.toString());
    }
    if (!Files.isReadable(this.root)) {
      throw new AccessDeniedException(root.toString());
    }
    this.uri = uri(this.root);
  }

  private Site(Site other, FileThreads threads, boolean siblings, boolean listed) {
    this.threads = threads;
    this.siblings = siblings;
    this.listed = listed;
    this.root = other.root;
    this.boundary = other.boundary;
    this.uri = other.uri;
  }

  /** The same site without siblings: precompressed files are not looked up. */
  public Site withoutSiblings() {
    return new Site(this, threads, false, listed);
  }

  /** The same site with listings of folders without an index. */
  public Site listed() {
    return new Site(this, threads, siblings, true);
  }

  /** The same site, whose files are looked up and read by other threads. */
  public Site readBy(FileThreads others) {
    return new Site(this, others, siblings, listed);
  }

  /** What reads its files. */
  public FileThreads threads() {
    return threads;
  }

  /** The root without links and dot segments. */
  public Path root() {
    return root;
  }

  /** What is at a place now. */
  public Found find(Target.Place place) {
    try {
      return threads.call(() -> find(path(place), place.folder()));
    } catch (AccessDeniedException e) {
      return FORBIDDEN;
    } catch (IOException | InvalidPathException e) {
      // Absent, a loop of links, a name that is too long: the client sees no difference.
      return NOT_FOUND;
    }
  }

  /**
   * Through a URI if possible, because that keeps the octets of a name. A String would be encoded
   * by the locale, and under LANG=C that fails for names beyond ASCII.
   */
  private Path path(Target.Place place) {
    return uri == null
        ? root.resolve(String.join(root.getFileSystem().getSeparator(), place.segments()))
        : Path.of(URI.create(uri + place.canonical()));
  }

  private static @Nullable String uri(Path root) {
    if (!root.getFileSystem().equals(FileSystems.getDefault())) {
      return null;
    }
    String uri = root.toUri().toString();
    return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
  }

  private Found find(Path path, boolean folder) throws IOException {
    FileStatus status = FileStatus.of(path);
    if (status.directory()) {
      return folder
          ? index(path, status.fingerprint())
          : inside(path, new Found.FolderWithoutSlash());
    }
    return folder ? NOT_FOUND : file(path, status);
  }

  private Found index(Path folder, Found.Fingerprint fingerprint) throws IOException {
    Path index = folder.resolve(INDEX);
    try {
      return file(index, FileStatus.of(index));
    } catch (NoSuchFileException e) {
      return inside(folder, listed ? new Found.Listable(folder, fingerprint) : FORBIDDEN);
    }
  }

  private Found file(Path path, FileStatus status) throws IOException {
    if (!status.regularFile()) {
      return inside(path, FORBIDDEN); // opening a FIFO or a device could block forever
    }
    return inside(
        path,
        new Found.RegularFile(
            path,
            status.fingerprint(),
            siblings ? Siblings.of(path, status.fingerprint(), boundary) : List.of()));
  }

  private Found inside(Path path, Found found) throws IOException {
    return boundary.encloses(path) ? found : NOT_FOUND;
  }
}
