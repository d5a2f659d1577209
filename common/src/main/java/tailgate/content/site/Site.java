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
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tailgate.http.Status;

/**
 * A root folder and what may be served from it: regular files at or below it. A symbolic link is
 * followed as long as it stays inside; on its way it may pass a folder that begins with a dot, as
 * the links of a mounted Kubernetes volume do.
 *
 * <p>Thread-safe. Somebody who can change links below the root while it is served can win the race
 * between the check and the opening; such a person can put any file there anyway. Names are
 * compared as the file system does it: where case does not matter to it, a file has more than one
 * place, and is kept in memory once for each.
 */
public final class Site {

  private static final String INDEX = "index.html";
  private static final Found NOT_FOUND = new Found.Nothing(Status.NOT_FOUND);
  private static final Found FORBIDDEN = new Found.Nothing(Status.FORBIDDEN);

  private final Path root;

  /** Whether what was compressed beforehand is looked for. */
  private final boolean siblings;

  /** Whether a folder without an index may be listed. */
  private final boolean listed;

  /** The root without its last slash, where paths are made through URIs; null elsewhere. */
  private final @Nullable String uri;

  /**
   * A site below {@code root}, whose folders are not listed. Links on the way to the root are
   * followed once, now.
   *
   * @throws NotDirectoryException if it is no folder
   * @throws IOException if it is not there or not readable
   */
  public Site(Path root) throws IOException {
    this.siblings = true;
    this.listed = false;
    this.root = root.toRealPath();
    if (!Files.isDirectory(this.root)) {
      throw new NotDirectoryException(root.toString());
    }
    if (!Files.isReadable(this.root)) {
      throw new AccessDeniedException(root.toString());
    }
    this.uri = uri(this.root);
  }

  private Site(Site other, boolean siblings, boolean listed) {
    this.siblings = siblings;
    this.listed = listed;
    this.root = other.root;
    this.uri = other.uri;
  }

  /** The same files, each for itself: what was compressed beforehand is not looked for. */
  public Site withoutSiblings() {
    return new Site(this, false, listed);
  }

  /** The same files, and whoever asks for a folder without an index may see what is in it. */
  public Site listed() {
    return new Site(this, siblings, true);
  }

  /** The root without links and dots. */
  public Path root() {
    return root;
  }

  /** What there is at a place now. */
  public Found find(Target.Place place) {
    try {
      return find(path(place), place.folder());
    } catch (AccessDeniedException e) {
      return FORBIDDEN;
    } catch (IOException | InvalidPathException e) {
      // Absent, a loop of links, a name that is too long: all the same from outside.
      return NOT_FOUND;
    }
  }

  /**
   * Through a URI wherever possible, because that takes the very octets of a name. A String has to
   * pass the locale's encoding first, and under LANG=C no name beyond ASCII does.
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
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      return folder ? index(path) : inside(path, new Found.FolderWithoutSlash());
    }
    return folder ? NOT_FOUND : file(path, attributes);
  }

  private Found index(Path folder) throws IOException {
    Path index = folder.resolve(INDEX);
    try {
      return file(index, Files.readAttributes(index, BasicFileAttributes.class));
    } catch (NoSuchFileException e) {
      return inside(folder, listed ? new Found.Listable(folder) : FORBIDDEN);
    }
  }

  private Found file(Path path, BasicFileAttributes attributes) throws IOException {
    if (!attributes.isRegularFile()) {
      return inside(path, FORBIDDEN); // opening a FIFO or a device could block for ever
    }
    Found.Fingerprint fingerprint = Found.Fingerprint.of(path, attributes);
    return inside(
        path,
        new Found.RegularFile(
            path, fingerprint, siblings ? Siblings.of(path, fingerprint, root) : List.of()));
  }

  private Found inside(Path path, Found found) throws IOException {
    return path.toRealPath().startsWith(root) ? found : NOT_FOUND;
  }
}
