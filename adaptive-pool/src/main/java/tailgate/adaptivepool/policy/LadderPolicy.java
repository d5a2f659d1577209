package tailgate.adaptivepool.policy;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The policy of the Rust pool study (docs/origins.md#rust-pool-study): thresholds for two values,
 * and an override.
 *
 * <ul>
 *   <li>Queue depth: from 5 % full it asks for 1.5 times as many workers, from 15 % for twice, from
 *       30 % for four times as many.
 *   <li>Average latency, with the wait in the queue: 5 ms is noticeable, 20 ms degraded, 50 ms
 *       saturated. The study gives a factor for the last only, four; the other two get the factors
 *       of the queue depth.
 *   <li>When all workers are busy and a task is queued, the pool grows in any case. It grows by the
 *       lowest rung, because the study does not say by how much.
 * </ul>
 *
 * <p>The larger factor wins. The study says that surplus workers retire, but not when a worker is
 * surplus. Here, when no threshold is reached and at most half of the workers are busy, a third of
 * them retire. The gap between "half" and "all" keeps a steady load from resizing the pool again
 * and again.
 *
 * <p>Choose it to see what thresholds alone can do. Its known flaw is the latency: it adds workers
 * whenever tasks are slow, also where more workers cannot help. Tasks that sleep 50 ms drive it to
 * the maximum at any load, and tasks that compete for a busy processor become slower with more
 * workers.
 *
 * @param depth the ladder for the queue; it reads the filled part, from 0 to 1
 * @param latency the ladder for the average latency; it reads milliseconds
 */
public record LadderPolicy(Ladder depth, Ladder latency) implements ScalingPolicy {

  private static final double LOWEST = 1.5;
  private static final double MIDDLE = 2;
  private static final double HIGHEST = 4;

  private static final Ladder STUDY_DEPTH =
      new Ladder(
          List.of(
              new Ladder.Rung(0.05, LOWEST),
              new Ladder.Rung(0.15, MIDDLE),
              new Ladder.Rung(0.30, HIGHEST)));

  private static final Ladder STUDY_LATENCY =
      new Ladder(
          List.of(
              new Ladder.Rung(5, LOWEST),
              new Ladder.Rung(20, MIDDLE),
              new Ladder.Rung(50, HIGHEST)));

  /** Refuses a missing ladder, and a threshold for the queue's filled part that is above 1. */
  public LadderPolicy {
    Objects.requireNonNull(depth, "depth");
    Objects.requireNonNull(latency, "latency");
    double top = depth.rungs().getLast().threshold();
    if (top > 1) {
      throw new IllegalArgumentException("a depth threshold must be at most 1, not " + top);
    }
  }

  /** Creates a policy with the thresholds of the study. */
  public LadderPolicy() {
    this(STUDY_DEPTH, STUDY_LATENCY);
  }

  @Override
  public Decision decide(PoolSample sample) {
    int workers = sample.counts().staying();
    double latencyMillis = sample.flow().meanLatency().toNanos() / 1e6;
    double byDepth = depth.factorAt(sample.fill());
    double byLatency = latency.factorAt(latencyMillis);
    if (byDepth > 1 && byDepth >= byLatency) {
      return times(workers, byDepth, Cause.QUEUE_DEPTH, "queue %.1f %% full", 100 * sample.fill());
    }
    if (byLatency > 1) {
      return times(workers, byLatency, Cause.LATENCY, "average latency %.1f ms", latencyMillis);
    }
    if (sample.backlogged()) {
      return times(
          workers, LOWEST, Cause.ALL_BUSY, "all busy, %.0f queued", sample.counts().queued());
    }
    if (2 * sample.counts().busy() <= workers) {
      return new Decision((int) (workers / LOWEST), Cause.CALM, "calm");
    }
    return new Decision(workers, Cause.STEADY, "steady");
  }

  private static Decision times(
      int workers, double factor, Cause cause, String format, double reading) {
    int target = (int) Math.ceil(workers * factor);
    String reason = String.format(Locale.ROOT, format, reading) + ": x" + factor;
    return new Decision(target, cause, reason);
  }
}
