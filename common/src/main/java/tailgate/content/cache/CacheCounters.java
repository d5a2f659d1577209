package tailgate.content.cache;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Counts what a cache does.
 *
 * <p>Thread-safe: each count is a {@link LongAdder}, which threads that count at the same time
 * spread over several words. Counting takes no lock and makes no garbage.
 */
final class CacheCounters {

  private final LongSupplier nanoClock;
  private final LongAdder hits = new LongAdder();
  private final LongAdder misses = new LongAdder();
  private final LongAdder loads = new LongAdder();
  private final LongAdder failedLoads = new LongAdder();
  private final LongAdder loadNanos = new LongAdder();
  private final LongAdder kept = new LongAdder();
  private final LongAdder evictions = new LongAdder();
  private final LongAdder removals = new LongAdder();
  private final LongAdder bytesKept = new LongAdder();
  private final LongAdder bytesGone = new LongAdder();

  /** All at zero; loads are timed by {@code nanoClock}. */
  CacheCounters(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  void hit() {
    hits.increment();
  }

  void miss() {
    misses.increment();
  }

  /** Loads, and counts and times that, whatever comes of it. */
  <T> @Nullable T load(FileCache.Reading<T> reading) throws IOException {
    long start = nanoClock.getAsLong();
    @Nullable T loaded = null;
    try {
      loaded = reading.load();
      return loaded;
    } finally {
      loadNanos.add(nanoClock.getAsLong() - start);
      loads.increment();
      if (loaded == null) {
        failedLoads.increment();
      }
    }
  }

  void kept(CachedFile file) {
    kept.increment();
    bytesKept.add(file.weight());
  }

  void evicted(CachedFile file) {
    evictions.increment();
    bytesGone.add(file.weight());
  }

  void removed(CachedFile file) {
    removals.increment();
    bytesGone.add(file.weight());
  }

  /** What has gone is read before what has come, so that no difference is negative. */
  CacheStatistics snapshot() {
    long evicted = evictions.sum();
    long removed = removals.sum();
    long gone = bytesGone.sum();
    long came = kept.sum();
    return new CacheStatistics(
        hits.sum(),
        misses.sum(),
        loads.sum(),
        failedLoads.sum(),
        loadNanos.sum(),
        came,
        evicted,
        removed,
        came - evicted - removed,
        bytesKept.sum() - gone);
  }
}
