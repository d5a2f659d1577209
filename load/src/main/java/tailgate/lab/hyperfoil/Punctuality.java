package tailgate.lab.hyperfoil;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.HdrHistogram.ConcurrentHistogram;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Health;

/** Measures how punctually the requests that count left. Thread-safe. */
final class Punctuality {

  private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final ConcurrentHistogram lag = Micros.histogram(3);
  private final LongAdder lagNanos = new LongAdder();
  private final AtomicLong sent = new AtomicLong();
  private final AtomicLong blocked = new AtomicLong();
  private final AtomicLong late = new AtomicLong();

  /** Counts a request that found no user when it was due. */
  void blocked(long lateNanos) {
    if (lateNanos > LATE_NANOS) {
      blocked.incrementAndGet();
      late.decrementAndGet(); // departed will count it as late too
    }
  }

  void departed(long lateNanos) {
    sent.incrementAndGet();
    lag.recordValue(Micros.of(lateNanos));
    lagNanos.add(Math.max(0, lateNanos));
    if (lateNanos > LATE_NANOS) {
      late.incrementAndGet();
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
        null);
  }
}
