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

  private record Mark(long nanos, long accepted, long performed, Meter.Totals totals) {}

  private final AdaptivePoolConfig config;
  private final BoundedQueue<Runnable> queue;
  private final Crew crew;
  private final Meter meter;
  private final LongSupplier clock;

  private Mark older;
  private Mark newer;

  Sampler(AdaptivePoolConfig config, BoundedQueue<Runnable> queue, Crew crew, Meter meter) {
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
      meter.thinOut(now.accepted() - newer.accepted());
      older = newer;
      newer = now;
    }
    Meter.Totals flow = now.totals().since(since.totals());
    return new PoolSample(
        config.min(),
        config.max(),
        crew.headcount(),
        queue.capacity(),
        Duration.ofNanos(now.nanos() - since.nanos()),
        now.accepted() - since.accepted(),
        now.performed() - since.performed(),
        flow.meanWait(),
        flow.meanService());
  }

  private Mark mark() {
    return new Mark(
        clock.getAsLong(), queue.snapshot().accepted(), crew.performed(), meter.totals());
  }
}
