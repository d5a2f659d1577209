package tailgate.adaptivepool.policy;

import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * The policy of {@code 000_3ec83fdda420552f.txt}: two dials, each with three rungs, and an
 * override.
 *
 * <ul>
 *   <li>Queue depth: 5 % full asks for half as many workers again, 15 % for twice, 30 % for four
 *       times as many.
 *   <li>Average latency, queueing included: 5 ms is noticeable, 20 ms degraded, 50 ms saturated.
 *       The seed gives a factor to the last only, four; the others get those of the first dial.
 *   <li>When all workers are busy and anything is queued, the pool grows whatever the dials say; by
 *       the lowest rung, because the seed does not say by how much.
 * </ul>
 *
 * <p>The higher dial wins. The seed says that surplus workers retire, not when a worker is surplus;
 * here: when no dial is raised and at most half of the workers are busy, a third of them go. The
 * gap between "half" and "all" keeps a steady load from moving the pool to and fro.
 *
 * <p>Choose it to see what thresholds alone can do. Its known flaw is the latency dial: it adds
 * workers to whatever is slow, also where they cannot help (tasks that sleep 50 ms drive it to the
 * maximum at any load; tasks that compete for a busy processor become slower by it).
 *
 * @param depth the dial for the queue; its reading is the filled part, from 0 to 1
 * @param latency the dial for the average latency; its reading is in milliseconds
 */
public record LadderPolicy(Ladder depth, Ladder latency) implements ScalingPolicy {

  private static final double LOWEST = 1.5;
  private static final double MIDDLE = 2;
  private static final double HIGHEST = 4;

  private static final Ladder SEED_DEPTH =
      new Ladder(
          List.of(
              new Ladder.Rung(0.05, LOWEST),
              new Ladder.Rung(0.15, MIDDLE),
              new Ladder.Rung(0.30, HIGHEST)));

  private static final Ladder SEED_LATENCY =
      new Ladder(
          List.of(
              new Ladder.Rung(5, LOWEST),
              new Ladder.Rung(20, MIDDLE),
              new Ladder.Rung(50, HIGHEST)));

  /** Refuses a missing dial, and a threshold for the queue's filled part that is above 1. */
  public LadderPolicy {
    Objects.requireNonNull(depth, "depth");
    Objects.requireNonNull(latency, "latency");
    double top = depth.rungs().getLast().threshold();
    if (top > 1) {
      throw new IllegalArgumentException("a depth threshold must be at most 1, not " + top);
    }
  }

  /** The seed's thresholds. */
  public LadderPolicy() {
    this(SEED_DEPTH, SEED_LATENCY);
  }

  @Override
  public Decision decide(PoolSample sample) {
    int workers = sample.headcount().staying();
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
          workers, LOWEST, Cause.ALL_BUSY, "all busy, %.0f queued", sample.headcount().queued());
    }
    if (2 * sample.headcount().busy() <= workers) {
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
