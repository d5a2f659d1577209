package tailgate.adaptivepool;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** Time that passes when a test says so. It starts just before the counter overflows. */
final class FakeClock implements LongSupplier {
  private final AtomicLong reads = new AtomicLong();
  private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1000);

  @Override
  public long getAsLong() {
    reads.incrementAndGet();
    return nanos.get();
  }

  /** How often it has been asked. */
  long reads() {
    return reads.get();
  }

  void advance(Duration time) {
    nanos.addAndGet(time.toNanos());
  }
}
