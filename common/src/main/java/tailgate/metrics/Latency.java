package tailgate.metrics;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.HdrHistogram.Recorder;

/**
 * How long something took, each time that it was done: since the beginning, and in the last minute.
 *
 * <pre>
 *   record ──▶ stripe by thread ┐
 *   record ──▶ stripe by thread ┼─ drain ──▶ the whole run
 *   record ──▶ stripe by thread ┘     └────▶ this second │ the one before │ ... 60 of them
 * </pre>
 *
 * <p>Writers are any number of threads; each keeps to one stripe, so that two of them seldom touch
 * the same memory, and a {@link Recorder} takes it if they do. To record takes no lock and makes no
 * garbage. Readers take turns under the lock: they swap each stripe for an empty one and add up
 * what they got. Percentiles are read from sums of histograms and never averaged.
 *
 * <p>Whatever was recorded before a drain began is in exactly one of its sums and in the whole.
 * What was recorded since the drain before counts for the second in which it is drained, so the
 * minute is as sharp as somebody drains often.
 *
 * <p>Values are exact to 1 %, from 1 ns to one hour; longer ones count as one hour. That takes some
 * 40 KB a histogram: two for each stripe, half of one for each second.
 */
public final class Latency {

  /** Of a value: 2 keep a histogram within a core's cache. */
  private static final int DIGITS = 2;

  private static final long LONGEST = Duration.ofHours(1).toNanos();
  private static final int SECONDS = 60;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  private final Recorder[] stripes;
  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. Becomes the next stripe to be swapped out. */
  private final Histogram[] spares;

  /** Guarded by lock. */
  private final Histogram total = new Histogram(LONGEST, DIGITS);

  /** Guarded by lock. Slot {@code second % SECONDS}. */
  private final IntCountsHistogram[] minute = new IntCountsHistogram[SECONDS];

  /** Guarded by lock. The second that is being filled. */
  private long second;

  /**
   * Nothing recorded yet.
   *
   * @param clock nanoseconds, tells which second it is
   */
  public Latency(LongSupplier clock) {
    this.clock = clock;
    this.second = now();
    this.stripes = new Recorder[stripes()];
    this.spares = new Histogram[stripes.length];
    for (int i = 0; i < stripes.length; i++) {
      stripes[i] = new Recorder(LONGEST, DIGITS);
      spares[i] = stripes[i].getIntervalHistogram();
    }
    for (int i = 0; i < SECONDS; i++) {
      minute[i] = new IntCountsHistogram(LONGEST, DIGITS);
    }
  }

  /** A power of two, so that a mask finds one; two a core, so that neighbours seldom meet. */
  private static int stripes() {
    return Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) << 1;
  }

  /** It took so long; less than nothing counts as nothing. */
  public void record(long nanos) {
    int stripe = (int) Thread.currentThread().threadId() & (stripes.length - 1);
    stripes[stripe].recordValue(Math.clamp(nanos, 0, LONGEST));
  }

  /** Puts what was recorded where it belongs; to be called about once a second. */
  public void drain() {
    lock.lock();
    try {
      drainStripes();
    } finally {
      lock.unlock();
    }
  }

  /** All since the beginning; the caller's own. */
  public Histogram total() {
    lock.lock();
    try {
      drainStripes();
      return total.copy();
    } finally {
      lock.unlock();
    }
  }

  /** All of the last minute, this second included; the caller's own. */
  public Histogram lastMinute() {
    lock.lock();
    try {
      drainStripes();
      Histogram sum = new Histogram(LONGEST, DIGITS);
      for (IntCountsHistogram slot : minute) {
        sum.add(slot);
      }
      return sum;
    } finally {
      lock.unlock();
    }
  }

  // ---- only with the lock held

  private void drainStripes() {
    IntCountsHistogram slot = slot();
    for (int i = 0; i < stripes.length; i++) {
      Histogram got = stripes[i].getIntervalHistogram(spares[i]);
      spares[i] = got;
      total.add(got);
      slot.add(got);
    }
  }

  /** The slot of this second; those that were passed over are emptied. */
  private IntCountsHistogram slot() {
    long now = now();
    for (long s = Math.max(second + 1, now - SECONDS + 1); s <= now; s++) {
      minute[Math.floorMod(s, SECONDS)].reset();
    }
    second = now;
    return minute[Math.floorMod(now, SECONDS)];
  }

  private long now() {
    return Math.floorDiv(clock.getAsLong(), SECOND);
  }
}
