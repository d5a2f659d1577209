package tailgate.server;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Nanoseconds that pass when the test says so. */
final class FakeClock implements LongSupplier {

  private final AtomicLong now;

  FakeClock(long start) {
    now = new AtomicLong(start);
  }

  /** Begins close to where the nanoseconds overflow: nobody may compare them by size. */
  FakeClock() {
    this(Long.MAX_VALUE - 1000);
  }

  void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  @Override
  public long getAsLong() {
    return now.get();
  }
}
