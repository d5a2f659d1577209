package tailgate.adaptivepool;

import java.time.Duration;
import java.util.function.LongSupplier;
import tailgate.handoff.BoundedQueue;

/**
 * Turns running totals into a {@link PoolSample}. Confined to the monitor thread.
 *
 * <p>The flow is measured from a mark that is one to two intervals old. Marks are set an interval
 * apart, whenever the samples themselves are taken:
 *
 * <pre>
 *   ──older────────newer──x──x─────▶      x: samples, measured from older
 *       └─ interval ─┘                    an interval after newer: newer becomes older
 * </pre>
 */
final class Sampler {

  private record Mark(long nanos, long accepted, Meter.Totals totals) {}

  private final AdaptivePoolConfig config;
  private final BoundedQueue<Job> queue;
  private final Crew crew;
  private final Meter meter;
  private final LongSupplier clock;

  private Mark older;
  private Mark newer;

  Sampler(AdaptivePoolConfig config, BoundedQueue<Job> queue, Crew crew, Meter meter) {
    this.config = config;
    this.queue = queue;
    this.crew = crew;
    this.meter = meter;
    this.clock = config.nanoClock();
    this.newer = mark();
    this.older = newer;
  }

  PoolSample sample() {
    Mark now = mark();
    Mark since = older;
    if (now.nanos() - newer.nanos() >= config.interval().toNanos()) {
      older = newer;
      newer = now;
    }
    long completed = now.totals().completed() - since.totals().completed();
    return new PoolSample(
        config.min(),
        config.max(),
        crew.headcount(),
        queue.capacity(),
        Duration.ofNanos(now.nanos() - since.nanos()),
        now.accepted() - since.accepted(),
        completed,
        mean(now.totals().waitNanos() - since.totals().waitNanos(), completed),
        mean(now.totals().serviceNanos() - since.totals().serviceNanos(), completed));
  }

  private Mark mark() {
    return new Mark(clock.getAsLong(), queue.snapshot().accepted(), meter.totals());
  }

  private static Duration mean(long nanos, long count) {
    return count == 0 ? Duration.ZERO : Duration.ofNanos(nanos / count);
  }
}
