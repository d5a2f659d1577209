package tailgate.lab.hyperfoil;

import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Health;

/** Measures how punctually the requests that count left. Thread-safe. */
final class Punctuality {

  private static final long LATE_NANOS = Health.LATE.toNanos();

  private final ConcurrentHistogram lag = Micros.histogram(3);
  private final LongAdder lagNanos = new LongAdder();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong blocked = new AtomicLong();
  private final AtomicLong late = new AtomicLong();

  /**
   * Counts a request that leaves.
   *
   * @param lateNanos how long it was due before
   * @param hadUser whether a user was free when it was due
   */
  void departed(long lateNanos, boolean hadUser) {
    sent.incrementAndGet();
    lag.recordValue(Micros.of(lateNanos));
    lagNanos.add(Math.max(0, lateNanos));
    if (lateNanos > LATE_NANOS) {
      (hadUser ? late : blocked).incrementAndGet();
    }
  }

  long sent() {
    return sent.get();
  }

  /** Returns the total time for which requests were due and had not left. */
  double lagSeconds() {
    return lagNanos.sum() / 1e9;
  }

  Health health(
      long scheduled,
      @Nullable Double usersAccounted,
      @Nullable Double heldByGenerator,
      double peakPerSecond) {
    return new Health(
        scheduled,
        sent.get(),
        blocked.get(),
        late.get(),
        lag.getValueAtPercentile(99),
        lag.getMaxValue(),
        usersAccounted,
        heldByGenerator,
        peakPerSecond,
        null,
        null);
  }

  /**
   * Returns the health of a live load, of which only requests that had a user are measured.
   *
   * @param lags how late they left, in microseconds
   * @param perSecond answers per second
   */
  static Health health(Histogram lags, double perSecond) {
    long sent = lags.getTotalCount();
    long late = sent == 0 ? 0 : lags.getCountBetweenValues(Micros.of(LATE_NANOS) + 1, Micros.MOST);
    return new Health(
        sent,
        sent,
        0,
        late,
        lags.getValueAtPercentile(99),
        lags.getMaxValue(),
        null,
        null,
        perSecond,
        null,
        null);
  }
}
