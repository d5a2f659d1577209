package tailgate.content.cache;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/** Files in memory, by the canonical form of their path. Thread-safe. */
interface FileCache {

  /** Reads something from the disk; null if it is not usable. */
  interface Reading<T> {
    @Nullable T load() throws IOException;
  }

  /** Reads a file from the disk; null if it is not to be kept. */
  interface Loader extends Reading<CachedFile> {}

  /**
   * The file, or null if it is not in the cache. Allocates nothing; {@code path} may be reused
   * later.
   */
  @Nullable CachedFile getIfPresent(PathBytes path);

  /**
   * Returns the file from the cache. If it is not there, loads it, and keeps it if possible.
   *
   * @return null if the loader had nothing to keep
   */
  @Nullable CachedFile get(PathBytes canonical, Loader loader) throws IOException;

  /** Reads for one request only: neither kept nor shared, but counted as a miss. */
  <T> @Nullable T readOnce(Reading<T> reading) throws IOException;

  /** Counts a miss for a file that is sent from the disk and bypasses the cache. */
  void pass();

  /** Counts a failure of the disk. */
  void failed();

  /** Removes exactly this file; a file that has replaced it stays. */
  void remove(CachedFile file);

  /** Whether a file with this path and this size in memory would be kept. */
  boolean admits(PathBytes canonical, long weight);

  /** The statistics since the cache was created. */
  CacheStatistics statistics();
}
