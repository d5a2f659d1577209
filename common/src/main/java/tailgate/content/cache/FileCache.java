package tailgate.content.cache;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/** Where files are kept in memory, by the canonical spelling of their path. Thread-safe. */
interface FileCache {

  /** Reads something from the disk; null if it is of no use. */
  interface Reading<T> {
    @Nullable T load() throws IOException;
  }

  /** Reads a file from the disk; null if it is not one to be kept. */
  interface Loader extends Reading<CachedFile> {}

  /** The file, or null if it is not kept. Makes no garbage; {@code path} may be a lent one. */
  @Nullable CachedFile getIfPresent(PathBytes path);

  /**
   * The file, loaded, and kept if it may be, unless it was kept already.
   *
   * @return null if the loader found none to keep
   */
  @Nullable CachedFile get(PathBytes canonical, Loader loader) throws IOException;

  /** Reads what is for one request only: neither kept nor shared, but counted as a miss. */
  <T> @Nullable T readOnce(Reading<T> reading) throws IOException;

  /** Counts, as a miss, a file that goes from the disk to the client and not through memory. */
  void pass();

  /** Forgets this very file; one that has replaced it stays. */
  void remove(CachedFile file);

  /** Whether a file that takes so many bytes in memory would be kept under this path. */
  boolean admits(PathBytes canonical, long weight);

  /** What it has done so far. */
  CacheStatistics statistics();
}
