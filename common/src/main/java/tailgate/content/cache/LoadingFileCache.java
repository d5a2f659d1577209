package tailgate.content.cache;

import java.io.IOException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * What all caches have in common: who loads a file, who waits, and what is counted. All that is
 * left to each is where it keeps files and how it finds room.
 *
 * <p>Thread-safe if the four methods left to subclasses are. None of them is called under a lock,
 * and none of them loads.
 */
abstract class LoadingFileCache implements FileCache {

  /** Counts what happens here; subclasses add what comes and what is evicted. */
  final CacheCounters counters;

  private final SingleFlight loads = new SingleFlight();

  /** An empty cache, the loads of which are timed by {@code nanoClock}. */
  LoadingFileCache(LongSupplier nanoClock) {
    counters = new CacheCounters(nanoClock);
  }

  /** The file, or null if it is not kept. Makes no garbage; {@code path} may be a lent one. */
  abstract @Nullable CachedFile find(PathBytes path);

  /**
   * Keeps a file that {@link #admits may be kept}, where none is kept now, if there is still room;
   * counts it, and those that are evicted for it. Never called by two threads for the same path.
   */
  abstract void put(CachedFile file);

  /** Forgets this very file. False if it was not kept any more, or another one is. */
  abstract boolean drop(CachedFile file);

  @Override
  public final @Nullable CachedFile getIfPresent(PathBytes path) {
    CachedFile file = find(path);
    if (file != null) {
      counters.hit();
    }
    return file;
  }

  @Override
  public final @Nullable CachedFile get(PathBytes canonical, Loader loader) throws IOException {
    CachedFile file = getIfPresent(canonical);
    if (file != null) {
      return file;
    }
    counters.miss();
    return load(canonical, loader);
  }

  /**
   * The file without a look-up that counts. Where it will not be kept, each caller loads its own:
   * one that waited for that of another would get what was read before it asked.
   */
  final @Nullable CachedFile load(PathBytes canonical, Loader loader) throws IOException {
    return admits(canonical, 0)
        ? loads.load(canonical, () -> loadAndKeep(canonical, loader))
        : counters.load(loader);
  }

  private @Nullable CachedFile loadAndKeep(PathBytes canonical, Loader loader) throws IOException {
    // Once more: another load may have ended since the caller looked.
    CachedFile file = find(canonical);
    if (file == null) {
      file = counters.load(loader);
      if (file != null && admits(canonical, file.weight())) {
        put(file);
      }
    }
    return file;
  }

  @Override
  public final <T> @Nullable T readOnce(Reading<T> reading) throws IOException {
    counters.miss();
    return counters.load(reading);
  }

  @Override
  public final void pass() {
    counters.miss();
  }

  @Override
  public final void remove(CachedFile file) {
    if (drop(file)) {
      counters.removed(file);
    }
  }

  @Override
  public final CacheStatistics statistics() {
    return counters.snapshot();
  }
}
