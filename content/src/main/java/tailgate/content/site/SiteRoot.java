package tailgate.content.site;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.Status;

/**
 * The root folder of a site, found again whenever its path leads to another folder: a new version
 * is put in place by the swap of a link, or by renaming folders.
 *
 * <p>For requests that find something, one thread looks at the path, at most once a second;
 * meanwhile the others use the folder that is known. So a disk that hangs holds up one of them
 * here. Before a request is told that there is nothing, its own thread looks. If there is no folder
 * any more, the last one stays.
 *
 * <p>Thread-safe.
 */
final class SiteRoot {

  private static final long INTERVAL_NANOS = Duration.ofSeconds(1).toNanos();

  /** Entries whose times are compared. In a folder with natural times, the first two differ. */
  private static final int MAX_ENTRIES = 100;

  /**
   * Where the path led: all that depends on it, so that no request mixes two versions of the site.
   *
   * @param path without links and dot segments
   * @param key the identity of the folder, if the file system has one
   * @param uri the path as a URI without its final slash, if paths are made through URIs; else null
   */
  record Folder(
      Path path,
      @Nullable Object key,
      Boundary boundary,
      @Nullable String uri,
      Found.Dating dating) {

    private boolean is(Path otherPath, @Nullable Object otherKey) {
      return path.equals(otherPath) && Objects.equals(key, otherKey);
    }
  }

  private final Path given;
  private final InstantSource clock;
  private final LongSupplier nanoClock;

  /** Volatile: replaced under the lock of this by the thread that finds another folder. */
  private volatile Folder folder;

  /** Whether the last look found no folder. Volatile: written by all threads that look. */
  private volatile boolean missing;

  /** Nanoseconds of the clock at the last look. Volatile: written by all threads that look. */
  private volatile long lookedNanos;

  private final AtomicBoolean looking = new AtomicBoolean();

  /**
   * Finds the folder at a path.
   *
   * @throws NotDirectoryException if it is not a folder
   * @throws IOException if it does not exist or is not readable
   */
  SiteRoot(Path given, InstantSource clock, LongSupplier nanoClock) throws IOException {
    this.given = given;
    this.clock = clock;
    this.nanoClock = nanoClock;
    this.lookedNanos = nanoClock.getAsLong();
    this.folder = find(null);
    if (!Files.isReadable(folder.path())) {
      throw new AccessDeniedException(given.toString());
    }
  }

  /** The folder as it is known, at most a second ago. */
  Folder folder() {
    return folder;
  }

  /** Looks again if the last look was a second ago and no other thread is looking. */
  void refresh() {
    if (nanoClock.getAsLong() - lookedNanos >= INTERVAL_NANOS
        && looking.compareAndSet(false, true)) {
      try {
        look();
      } catch (IOException e) {
        // The known folder stays. A request finds out whether its disk fails, too.
      } finally {
        looking.set(false);
      }
    }
  }

  /**
   * The folder as it is now.
   *
   * @throws IOException if there is none, or if the disk fails
   */
  Folder look() throws IOException {
    lookedNanos = nanoClock.getAsLong();
    Folder known = folder;
    try {
      Folder found = find(known);
      missing = false;
      return replace(known, found);
    } catch (IOException e) {
      missing = FileError.status(e) == Status.NOT_FOUND;
      throw e;
    }
  }

  /** The folder from now on: not {@code found}, if another look has found one meanwhile. */
  private synchronized Folder replace(Folder known, Folder found) {
    if (folder.equals(known)) {
      folder = found;
    }
    return folder;
  }

  /** Whether the last look found no folder. */
  boolean isMissing() {
    return missing;
  }

  /**
   * The second that all entries of a folder have, if a tool has set it; else null.
   *
   * @throws IOException if the disk fails, so that this is not known
   */
  private static @Nullable Instant constant(Path folder) throws IOException {
    Instant constant = null;
    int entries = 0;
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path child : children) {
        Found.Fingerprint entry = FileStatus.of(child).fingerprint();
        Instant second = entry.modifiedSecond();
        if (!entry.hasSetTime() || (constant != null && !constant.equals(second))) {
          return null;
        }
        constant = second;
        if (++entries == MAX_ENTRIES) {
          break;
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    } catch (IOException e) {
      if (FileError.status(e) == null) {
        throw e;
      }
      return null;
    }
    return entries > 1 ? constant : null;
  }

  private Folder find(@Nullable Folder known) throws IOException {
    Path path = given.toRealPath();
    FileStatus status = FileStatus.of(path);
    if (!status.directory()) {
      throw new NotDirectoryException(given.toString());
    }
    Object key = status.fingerprint().key();
    if (known != null && known.is(path, key)) {
      return known;
    }
    var dating = new Found.Dating(clock.instant(), constant(path));
    return new Folder(path, key, new Boundary(path), uri(path), dating);
  }

  private static @Nullable String uri(Path path) {
    if (!path.getFileSystem().equals(FileSystems.getDefault())) {
      return null;
    }
    String uri = path.toUri().toString();
    return uri.endsWith("/") ? uri.substring(0, uri.length() - 1) : uri;
  }
}
