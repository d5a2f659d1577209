package tailgate.content.cache;

import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.site.FileThreads.Reading;

/** Counts what a cache does. Thread-safe; counting takes no lock and allocates nothing. */
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
  private final LongAdder diskFailures = new LongAdder();

  /** All counts at zero; loads are timed by {@code nanoClock}. */
  CacheCounters(LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
  }

  void hit() {
    hits.increment();
  }

  void miss() {
    misses.increment();
  }

  /** Runs a load, and counts and times it whether it succeeds or not. */
  <T> @Nullable T load(Reading<@Nullable T> reading) throws IOException {
    long start = nanoClock.getAsLong();
    @Nullable T loaded = null;
    try {
      loaded = reading.read();
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

  void diskFailure() {
    diskFailures.increment();
  }

  /**
   * Reads the counts of what has left before those of what was added, so that no difference is
   * negative.
   */
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
        bytesKept.sum() - gone,
        diskFailures.sum());
  }
}
