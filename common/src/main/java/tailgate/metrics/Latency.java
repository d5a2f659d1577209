package tailgate.metrics;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * The distribution of a latency since the start, and in each of the last 60 seconds.
 *
 * <pre>
 *   recorded values ── add ──▶ the whole run
 *                       └────▶ this second │ the one before │ ... 60 of them
 * </pre>
 *
 * <p>Readers first add what has been recorded meanwhile. Percentiles are computed from sums of
 * histograms, never from averages. A value counts for the second in which it is added, so the
 * resolution depends on how often that happens. Thread-safe.
 *
 * <p>Each second of times takes half the memory of a histogram of {@link StripedLatencies.Stripe}.
 */
public final class Latency {

  private static final int SECONDS = 60;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final LongSupplier clock;
  private final Runnable drain;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. */
  private final Histogram total;

  /** Guarded by lock. Slot {@code second % SECONDS}; null until it is first used. */
  private final @Nullable AbstractHistogram[] minute = new AbstractHistogram[SECONDS];

  /** Makes an empty histogram for a second. */
  private final Supplier<AbstractHistogram> empty;

  /** Guarded by lock. The current second. */
  private long second;

  /**
   * Creates a latency without values.
   *
   * @param clock nanoseconds; tells the seconds
   * @param drain adds the recorded values; called by readers before they take the lock
   */
  Latency(LongSupplier clock, Runnable drain) {
    this(
        clock,
        drain,
        StripedLatencies.PRECISION,
        () -> new IntCountsHistogram(StripedLatencies.MAX_NANOS, StripedLatencies.PRECISION));
  }

  private Latency(
      LongSupplier clock, Runnable drain, int digits, Supplier<AbstractHistogram> empty) {
    this.clock = clock;
    this.drain = drain;
    this.total = new Histogram(StripedLatencies.MAX_NANOS, digits);
    this.empty = empty;
    this.second = now();
  }

  /** Creates one for sums, which are larger than counts, by roughly measured times. */
  static Latency ofSums(LongSupplier clock, Runnable drain) {
    return new Latency(
        clock,
        drain,
        StripedLatencies.ROUGH,
        () -> new Histogram(StripedLatencies.MAX_NANOS, StripedLatencies.ROUGH));
  }

  /** Adds values to the current second. */
  void add(Histogram recorded) {
    lock.lock();
    try {
      total.add(recorded);
      slot().add(recorded);
    } finally {
      lock.unlock();
    }
  }

  /** A copy of all values since the start. */
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
   * A copy of the values of the last seconds, including the current one.
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
      slot(); // clears outdated slots
      Histogram sum = new Histogram(total);
      for (long s = second - seconds + 1; s <= second; s++) {
        AbstractHistogram slot = minute[Math.floorMod(s, SECONDS)];
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

  /** The slot of the current second. Clears the slots of seconds without values. */
  private AbstractHistogram slot() {
    long now = now();
    for (long s = Math.max(second + 1, now - SECONDS + 1); s <= now; s++) {
      AbstractHistogram passed = minute[Math.floorMod(s, SECONDS)];
      if (passed != null) {
        passed.reset();
      }
    }
    second = now;
    int index = Math.floorMod(now, SECONDS);
    AbstractHistogram slot = minute[index];
    if (slot == null) {
      slot = empty.get();
      minute[index] = slot;
    }
    return slot;
  }

  private long now() {
    return Math.floorDiv(clock.getAsLong(), SECOND);
  }
}
