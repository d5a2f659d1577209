package tailgate.content.site;

import java.io.IOException;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import tailgate.http.Status;

/**
 * A root folder, and what may be served from it: regular files below it. Links on the path to the
 * root are followed anew when they change, see {@link SiteRoot}. A link below the root is followed
 * if its target is inside the root and is not a dotfile, see {@link Boundary}.
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

  private final SiteRoot root;
  private final InstantSource clock;
  private final FileThreads threads;

  /** Whether precompressed files are looked up. */
  private final boolean siblings;

  /** Whether a folder without an index may be listed. */
  private final boolean listed;

  /** Creates a site below {@code root}, without listings, with the clocks of the system. */
  public Site(Path root) throws IOException {
    this(root, InstantSource.system(), System::nanoTime);
  }

  /**
   * A site below {@code root} without listings. If the path of the root leads to another folder
   * later, the site follows within a second.
   *
   * @param clock tells which siblings may still be written
   * @param nanoClock for the time between two looks at the root, in nanoseconds from any origin
   * @throws NotDirectoryException if it is not a folder
   * @throws IOException if it does not exist or is not readable
   */
  public Site(Path root, InstantSource clock, LongSupplier nanoClock) throws IOException {
    this(new SiteRoot(root, clock, nanoClock), clock, FileThreads.NONE, true, false);
  }

  private Site(
      SiteRoot root, InstantSource clock, FileThreads threads, boolean siblings, boolean listed) {
    this.root = root;
    this.clock = clock;
    this.threads = threads;
    this.siblings = siblings;
    this.listed = listed;
  }

  /** Returns this site without siblings: precompressed files are not looked up. */
  public Site withoutSiblings() {
    return new Site(root, clock, threads, false, listed);
  }

  /** Returns this site with listings of folders without an index. */
  public Site listed() {
    return new Site(root, clock, threads, siblings, true);
  }

  /** Makes the same site, whose files other threads look up and read. */
  public Site readBy(FileThreads others) {
    return new Site(root, clock, others, siblings, listed);
  }

  public FileThreads threads() {
    return threads;
  }

  /** The root without links and dot segments, as it was last found. */
  public Path root() {
    return root.folder().path();
  }

  /** Whether there is a root folder. Looks at most once a second. */
  public boolean hasRoot() {
    root.refresh();
    return !root.isMissing();
  }

  /** What is at a place now. */
  public Found find(Target.Place place) {
    try {
      return threads.call(() -> search(place));
    } catch (IOException e) {
      return new Found.Failure(e);
    }
  }

  private Found search(Target.Place place) {
    root.refresh();
    SiteRoot.Folder known = root.folder();
    Found found = find(known, place);
    if (!(found instanceof Found.Nothing)) {
      return found;
    }
    try { // it is only missing if the folder in which it was looked for is still the root
      SiteRoot.Folder now = root.look();
      return now.equals(known) ? found : find(now, place);
    } catch (IOException e) {
      return new Found.Failure(new IOException("cannot find the root folder: " + e, e));
    }
  }

  private Found find(SiteRoot.Folder in, Target.Place place) {
    try {
      return look(in, place);
    } catch (InvalidPathException e) {
      return NOT_FOUND;
    } catch (IOException e) {
      Status status = FileError.status(e);
      return status == null ? new Found.Failure(e) : new Found.Nothing(status);
    }
  }

  /**
   * Through a URI if possible, because that keeps the octets of a name. A String would be encoded
   * by the locale, and under LANG=C that fails for names beyond ASCII.
   */
  private static Path path(SiteRoot.Folder in, Target.Place place) {
    String separator = in.path().getFileSystem().getSeparator();
    return in.uri() == null
        ? in.path().resolve(String.join(separator, place.segments()))
        : Path.of(URI.create(in.uri() + place.canonical()));
  }

  private Found look(SiteRoot.Folder in, Target.Place place) throws IOException {
    Path path = path(in, place);
    FileStatus status = FileStatus.of(path);
    if (status.directory()) {
      return place.folder()
          ? index(in, path, status.fingerprint())
          : inside(in, path, new Found.FolderWithoutSlash());
    }
    return place.folder() ? NOT_FOUND : file(in, path, status);
  }

  private Found index(SiteRoot.Folder in, Path folder, Found.Fingerprint fingerprint)
      throws IOException {
    Path index = folder.resolve(INDEX);
    FileStatus status;
    try {
      status = FileStatus.of(index);
    } catch (NoSuchFileException e) {
      return inside(in, folder, listed ? new Found.Listable(folder, fingerprint) : FORBIDDEN);
    }
    return file(in, index, status);
  }

  private Found file(SiteRoot.Folder in, Path path, FileStatus status) throws IOException {
    if (!status.regularFile()) {
      return inside(in, path, FORBIDDEN); // opening a FIFO or a device could block forever
    }
    var file = new Found.RegularFile(path, status.fingerprint(), List.of(), in.dating());
    return inside(
        in, path, siblings ? file.with(Siblings.of(file, in.boundary(), clock.instant())) : file);
  }

  private static Found inside(SiteRoot.Folder in, Path path, Found found) throws IOException {
    return in.boundary().encloses(path) ? found : NOT_FOUND;
  }
}
