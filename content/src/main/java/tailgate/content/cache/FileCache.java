package tailgate.content.cache;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.site.FileThreads.Reading;
import tailgate.http.PathBytes;

/**
 * Files in memory, by the canonical form of their path: one thread loads a file, others wait for
 * it, and all is counted. A subclass decides where files are kept and which are evicted.
 *
 * <p>Thread-safe if the four abstract methods are. They are never called under a lock, and must not
 * load files.
 */
abstract class FileCache {

  /** Reads a file from the disk; null if it is not to be kept. */
  interface Loader extends Reading<@Nullable CachedFile> {}

  /** Subclasses count the files that they keep and evict. */
  final CacheCounters counters;

  private final SingleFlight<CachedFile> loads = new SingleFlight<>();

  /** An empty cache; loads are timed by {@code nanoClock}. */
  FileCache(LongSupplier nanoClock) {
    counters = new CacheCounters(nanoClock);
  }

  /** The file, or null if it is not kept. Allocates nothing; {@code path} may be reused later. */
  abstract @Nullable CachedFile find(PathBytes path);

  /**
   * Keeps a file that {@link #admits} has allowed, if its path is free and there is still room.
   * Counts it and the files that are evicted for it. Never called by two threads for the same path.
   */
  abstract void put(CachedFile file);

  /** Removes exactly this file. False if it is not in the cache any more. */
  abstract boolean drop(CachedFile file);

  /** Whether a file with this path and this size in memory would be kept. */
  abstract boolean admits(PathBytes canonical, long weight);

  /** Returns the file as {@link #find} does, and counts a hit if there is one. */
  final @Nullable CachedFile getIfPresent(PathBytes path) {
    CachedFile file = find(path);
    if (file != null) {
      counters.hit();
    }
    return file;
  }

  /**
   * Returns the file from the cache. If it is not there, loads it, and keeps it if possible.
   *
   * @return null if the loader had nothing to keep
   */
  final @Nullable CachedFile get(PathBytes canonical, Loader loader) throws IOException {
    CachedFile file = getIfPresent(canonical);
    if (file != null) {
      return file;
    }
    counters.miss();
    return load(canonical, loader);
  }

  /**
   * Loads the file without a counted look-up. A file that will not be kept is loaded by each caller
   * for itself: a caller that waited for another one would get content that was read before its
   * request.
   */
  final @Nullable CachedFile load(PathBytes canonical, Loader loader) throws IOException {
    return admits(canonical, 0)
        ? loads.load(canonical, () -> loadAndKeep(canonical, loader))
        : counters.load(loader);
  }

  private @Nullable CachedFile loadAndKeep(PathBytes canonical, Loader loader) throws IOException {
    // Another load may have finished since the caller looked.
    CachedFile file = find(canonical);
    if (file == null) {
      file = counters.load(loader);
      if (file != null && admits(canonical, file.weight())) {
        put(file);
      }
    }
    return file;
  }

  /**
   * Reads for one request only: neither kept nor shared, but counted as a miss.
   *
   * @return null if the file is not usable
   */
  final <T> @Nullable T readOnce(Reading<@Nullable T> reading) throws IOException {
    counters.miss();
    return counters.load(reading);
  }

  /** Counts a miss for a file that is sent from the disk and bypasses the cache. */
  final void pass() {
    counters.miss();
  }

  /** Counts a failure of the disk. */
  final void failed() {
    counters.diskFailure();
  }

  /** Removes exactly this file; a file that has replaced it stays. */
  final void remove(CachedFile file) {
    if (drop(file)) {
      counters.removed(file);
    }
  }

  /** The statistics since the cache was created. */
  final CacheStatistics statistics() {
    return counters.snapshot();
  }
}
