package tailgate.adaptivepool;

import java.time.Duration;
import tailgate.adaptivepool.policy.PoolSample;

/**
 * Turns readings into {@link PoolSample}s. Confined to the {@link Scaler}.
 *
 * <p>The flow is measured from a mark that is one to two intervals old. Marks are set at least an
 * interval apart, when a sample is taken:
 *
 * <pre>
 *   ──older────────newer──x──x─────▶      x: samples, measured from older
 *       └─ interval ─┘                    an interval after newer, newer becomes older
 * </pre>
 *
 * <p>A third mark is set where a backlog begins, and cleared where it ends. The flow before a burst
 * says nothing about the burst, so a second flow begins when the backlog begins.
 */
final class PoolSampler {
  private final AdaptivePoolConfig config;
  private final ProcessorDemand demand = new ProcessorDemand();
  private final Reading first;

  private Reading older;
  private Reading newer;

  /** The latest reading if it found no backlog, else the first of those that did. */
  private Reading backlog;

  PoolSampler(AdaptivePoolConfig config, Reading first) {
    this.config = config;
    this.first = first;
    this.older = first;
    this.newer = first;
    this.backlog = first;
  }

  PoolSample sample(Reading now) {
    Reading since = older;
    if (now.nanosSince(newer) >= config.interval().toNanos()) {
      older = newer;
      newer = now;
    }
    if (!now.backlogged() || !backlog.backlogged()) {
      backlog = now;
    }
    Reading sinceBacklog = backlog.nanosSince(since) > 0 ? backlog : since;
    return new PoolSample(
        Duration.ofNanos(now.nanosSince(first)),
        config.min(),
        config.max(),
        now.counts(),
        config.queueCapacity(),
        now.completed() - first.completed(),
        now.flowSince(since),
        now.flowSince(sinceBacklog),
        demand.since(now.backlogged() ? sinceBacklog : since, backlog, now));
  }
}
