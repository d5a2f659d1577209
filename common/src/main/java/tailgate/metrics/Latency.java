package tailgate.metrics;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;
import org.HdrHistogram.IntCountsHistogram;
import org.jspecify.annotations.Nullable;

/**
 * How long something took, each time that it was done: since the beginning, and in the last minute.
 *
 * <pre>
 *   record ──▶ stripe by thread ┐
 *   record ──▶ stripe by thread ┼─ drain ──▶ the whole run
 *   record ──▶ stripe by thread ┘     └────▶ this second │ the one before │ ... 60 of them
 * </pre>
 *
 * <p>Writers are any number of threads, each with a stripe that it tries first. A stripe is one
 * thread's for the few nanoseconds in which it is written or swapped; who finds it taken does not
 * wait but tries the next, and there are more of them than cores. To record takes no lock and makes
 * no garbage. Readers take turns under the lock: they swap each stripe for an empty one and add up
 * what they got. Percentiles are read from sums of histograms and never averaged.
 *
 * <p>Whatever was recorded before a drain began is in exactly one of its sums and in the whole.
 * What was recorded since the drain before counts for the second in which it is drained, so the
 * minute is as sharp as somebody drains often.
 *
 * <p>(The library's own Recorder does this for one histogram; three of them with their atomic
 * counts were half of what it costs to measure a request.)
 *
 * <p>Values are exact to 1 %, from 1 ns to one hour; longer ones count as one hour. That takes some
 * 40 KB a histogram: one for each stripe, half of one for each second.
 */
public final class Latency {

  /** Of a value: 2 keep a histogram within a core's cache. */
  private static final int DIGITS = 2;

  private static final long LONGEST = Duration.ofHours(1).toNanos();
  private static final int SECONDS = 60;
  private static final long SECOND = Duration.ofSeconds(1).toNanos();

  /** A power of two, so that a mask finds one; two a core, so that neighbours seldom meet. */
  private static final int STRIPES =
      Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors() - 1) << 1;

  /** Apart by two lines of a cache, which is what processors fetch. */
  private static final int APART = 128 / Integer.BYTES;

  private static final int FREE = 0;
  private static final int TAKEN = 1;

  /** Who may touch a stripe. */
  private final AtomicIntegerArray claims = new AtomicIntegerArray(STRIPES * APART);

  /** Each is confined to who has its claim, which also orders their memory. */
  private final Histogram[] stripes = new Histogram[STRIPES];

  private final LongSupplier clock;
  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock. Empty; the next stripe to be swapped in. */
  private Histogram spare = new Histogram(LONGEST, DIGITS);

  /** Guarded by lock. */
  private final Histogram total = new Histogram(LONGEST, DIGITS);

  /** Guarded by lock. Slot {@code second % SECONDS}; null until its second comes. */
  private final @Nullable IntCountsHistogram[] minute = new IntCountsHistogram[SECONDS];

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
    for (int i = 0; i < STRIPES; i++) {
      stripes[i] = new Histogram(LONGEST, DIGITS);
    }
  }

  /** It took so long; less than nothing counts as nothing. */
  public void record(long nanos) {
    int stripe = (int) Thread.currentThread().threadId() & (STRIPES - 1);
    while (!claim(stripe)) {
      stripe = (stripe + 1) & (STRIPES - 1);
    }
    stripes[stripe].recordValue(Math.clamp(nanos, 0, LONGEST)); // throws nothing within its range
    release(stripe);
  }

  private boolean claim(int stripe) {
    return claims.compareAndSet(stripe * APART, FREE, TAKEN);
  }

  private void release(int stripe) {
    claims.setRelease(stripe * APART, FREE);
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

  /**
   * All of the last seconds, this one included; the caller's own.
   *
   * @param seconds 1 to 60
   */
  public Histogram last(int seconds) {
    if (seconds < 1 || seconds > SECONDS) {
      throw new IllegalArgumentException("seconds must be from 1 to 60, not " + seconds);
    }
    lock.lock();
    try {
      drainStripes();
      Histogram sum = new Histogram(LONGEST, DIGITS);
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

  private void drainStripes() {
    IntCountsHistogram slot = slot();
    for (int i = 0; i < STRIPES; i++) {
      Histogram got = swap(i);
      total.add(got);
      slot.add(got);
      got.reset();
      spare = got;
    }
  }

  private Histogram swap(int stripe) {
    while (!claim(stripe)) {
      Thread.onSpinWait();
    }
    Histogram got = stripes[stripe];
    stripes[stripe] = spare;
    release(stripe);
    return got;
  }

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
      slot = new IntCountsHistogram(LONGEST, DIGITS);
      minute[index] = slot;
    }
    return slot;
  }

  private long now() {
    return Math.floorDiv(clock.getAsLong(), SECOND);
  }
}
