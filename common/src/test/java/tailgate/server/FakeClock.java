package tailgate.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Nanoseconds that pass when the test says so. */
public final class FakeClock implements LongSupplier {

  private final AtomicLong now;

  /** Begins at {@code start}. */
  public FakeClock(long start) {
    now = new AtomicLong(start);
  }

  /** Begins close to the overflow, because nanoseconds must not be compared by size. */
  public FakeClock() {
    this(Long.MAX_VALUE - 1000);
  }

  /** Lets time pass. */
  public void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Override
  public long getAsLong() {
    return now.get();
  }
}
