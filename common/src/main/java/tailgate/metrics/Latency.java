package tailgate.metrics;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long something took, each time that it was done: since the beginning, and in the last minute.
 *
 * <pre>
 *   what was recorded ── add ──▶ the whole run
 *                         └────▶ this second │ the one before │ ... 60 of them
 * </pre>
 *
 * <p>Readers first have it brought up to date. Percentiles are read from sums of histograms and
 * never averaged. What is added counts for the second in which it is, so the minute is as sharp as
 * somebody asks often. Thread-safe.
 *
 * <p>Takes half of a {@link LatencyStripe}'s histogram for each second.
 */
public final class Latency {

  private static final int SECONDS = 60;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final LongSupplier clock;
  private final Runnable drain;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. */
  private final Histogram total = new Histogram(LatencyStripe.MAX_NANOS, LatencyStripe.PRECISION);

  /** Guarded by lock. Slot {@code second % SECONDS}; null until its second comes. */
  private final @Nullable IntCountsHistogram[] minute = new IntCountsHistogram[SECONDS];

  /** Guarded by lock. The second that is being filled. */
  private long second;

  /**
   * Nothing recorded yet.
   *
   * @param clock nanoseconds, tells which second it is
   * @param drain adds what there is; called by readers before they hold anything
   */
  Latency(LongSupplier clock, Runnable drain) {
    this.clock = clock;
    this.drain = drain;
    this.second = now();
  }

  /** All of it took place just now. */
  void add(Histogram recorded) {
    lock.lock();
    try {
      total.add(recorded);
      slot().add(recorded);
    } finally {
      lock.unlock();
    }
  }

  /** All since the beginning; the caller's own. */
  public Histogram total() {
    drain.run();
    lock.lock();
    try {
      return total.copy();
    } finally {
      lock.unlock();
    }
  }

  /**
   * All of the last seconds, this one included; the caller's own.
   *
   * @param seconds 1 to 60
   */
  public Histogram last(int seconds) {
    if (seconds < 1 || seconds > SECONDS) {
      throw new IllegalArgumentException("seconds must be from 1 to 60, not " + seconds);
    }
    drain.run();
    lock.lock();
    try {
      slot(); // forgets what has become too old
      Histogram sum = new Histogram(LatencyStripe.MAX_NANOS, LatencyStripe.PRECISION);
      for (long s = second - seconds + 1; s <= second; s++) {
        IntCountsHistogram slot = minute[Math.floorMod(s, SECONDS)];
        if (slot != null) {
          sum.add(slot);
        }
      }
      return sum;
    } finally {
      lock.unlock();
    }
  }

  // ---- only with the lock held

  /** The slot of this second; those that were passed over are emptied. */
  private IntCountsHistogram slot() {
    long now = now();
    for (long s = Math.max(second + 1, now - SECONDS + 1); s <= now; s++) {
      IntCountsHistogram passed = minute[Math.floorMod(s, SECONDS)];
      if (passed != null) {
        passed.reset();
      }
    }
    second = now;
    int index = Math.floorMod(now, SECONDS);
    IntCountsHistogram slot = minute[index];
    if (slot == null) {
      slot = new IntCountsHistogram(LatencyStripe.MAX_NANOS, LatencyStripe.PRECISION);
      minute[index] = slot;
    }
    return slot;
  }

  private long now() {
    return Math.floorDiv(clock.getAsLong(), SECOND);
  }
}
