package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * As many workers as the load needs by Little's law, and no more than the processors can use.
 * Choose it unless you want to see a policy fail.
 *
 * <ul>
 *   <li><b>Need</b>: {@code L + β·√L} workers, where {@code L = λ·W} is the mean number of tasks in
 *       service (Little's law) and β is the headroom.
 *   <li><b>Grow</b>, at once, only if the queue would take longer than {@code targetWait} to drain.
 *   <li><b>Stop</b> where another worker would only compete for the processors, and where more
 *       workers have not raised the throughput ({@link MarginalThroughput}).
 *   <li><b>Shrink</b> to the largest need of the last one to two spans of {@code recentNeed}, but
 *       not below the need of the workers that are busy now.
 * </ul>
 *
 * <p>docs/littles-law.md has the whole argument: sources, why it is stable, and what it does not
 * see. {@code LittlesLawPolicyTest} tests it sample by sample, {@code PolicySimulationTest} over
 * time.
 *
 * @param targetWait how long a task may wait for a worker before the pool should grow, from 1 ms to
 *     1 s
 * @param headroom β, from 0 to 10; with 2 about one task in a hundred finds all workers busy
 * @param recentNeed what it remembers: the largest recent need
 * @param marginal what it has learned about the throughput of more workers
 */
public record LittlesLawPolicy(
    Duration targetWait, double headroom, WindowedMaximum recentNeed, MarginalThroughput marginal)
    implements ScalingPolicy {

  private static final Duration SHORTEST_TARGET_WAIT = Duration.ofMillis(1);
  private static final Duration LONGEST_TARGET_WAIT = Duration.ofSeconds(1);
  private static final double MOST_HEADROOM = 10;

  /** A surplus below this part of the workers is not removed. */
  private static final double TOLERATED_SURPLUS = 0.25;

  /** Refuses what is out of range. */
  public LittlesLawPolicy {
    Objects.requireNonNull(targetWait, "targetWait");
    Objects.requireNonNull(recentNeed, "recentNeed");
    Objects.requireNonNull(marginal, "marginal");
    if (targetWait.compareTo(SHORTEST_TARGET_WAIT) < 0
        || targetWait.compareTo(LONGEST_TARGET_WAIT) > 0) {
      throw new IllegalArgumentException("targetWait must be from 1 ms to 1 s, not " + targetWait);
    }
    if (!(headroom >= 0 && headroom <= MOST_HEADROOM)) {
      throw new IllegalArgumentException("headroom must be from 0 to 10, not " + headroom);
    }
  }

  /**
   * With a target wait of 5 ms (which the Rust pool study calls noticeable), a headroom of 2, and a
   * memory of 15 to 30 s (a burst that recurs within this time finds its workers still there).
   */
  public LittlesLawPolicy() {
    this(
        Duration.ofMillis(5),
        2,
        WindowedMaximum.none(Duration.ofSeconds(15)),
        MarginalThroughput.watching());
  }

  @Override
  public LittlesLawPolicy after(PoolSample seen) {
    return new LittlesLawPolicy(
        targetWait,
        headroom,
        recentNeed.with(seen.uptime(), need(seen)),
        marginal.after(seen, isLate(seen)));
  }

  @Override
  public Decision decide(PoolSample sample) {
    int staying = sample.counts().staying();
    boolean late = isLate(sample);
    int limit = Math.max(sample.min(), marginal.limit());
    int need = Math.min(need(sample), limit);
    if (limit < staying) {
      return decision(limit, Cause.BOTTLENECK, sample);
    }
    if (late && need > staying) {
      return decision(need, Cause.BACKLOG, sample);
    }
    int target = Math.max(sample.min(), Math.max(recentNeed.value(), occupied(sample)));
    if (target == sample.min() || target <= staying * (1 - TOLERATED_SURPLUS)) {
      Cause cause = late ? Cause.PROCESSORS_BUSY : Cause.CALM;
      return decision(Math.min(target, staying), cause, sample);
    }
    return decision(staying, late ? Cause.PROCESSORS_BUSY : Cause.STEADY, sample);
  }

  /** Most looks change nothing, and then the reason is not worth the formatting. */
  private Decision decision(int target, Cause cause, PoolSample sample) {
    int bounded = Math.clamp(target, sample.min(), sample.max());
    boolean changes = bounded != sample.counts().staying();
    return new Decision(target, cause, changes ? describe(sample) : "no change");
  }

  /** The workers that this sample needs, regardless of the pool's bounds. */
  int need(PoolSample sample) {
    double load = load(sample);
    if (isLate(sample)) {
      load = Math.max(load, sample.counts().busy() + reinforcement(sample));
    }
    return workersFor(load, sample);
  }

  /** What the workers that are busy now need. This is no mean, so it is not remembered. */
  private int occupied(PoolSample sample) {
    return workersFor(sample.counts().busy(), sample);
  }

  private int workersFor(double load, PoolSample sample) {
    return (int) Math.ceil(Math.min(load + headroom * Math.sqrt(load), useful(sample)));
  }

  /** Little's L: the mean number of tasks in service, λ·W. */
  private static double load(PoolSample sample) {
    Flow flow = sample.flow();
    boolean known = flow.timed() > 0 && flow.meanService().compareTo(flow.window()) < 0;
    return known ? flow.arrivalRate() * flow.meanService().toNanos() / 1e9 : sample.counts().busy();
  }

  /** Whether the queued tasks wait longer than the target wait. */
  private boolean isLate(PoolSample sample) {
    int backlog = sample.counts().backlog();
    return backlog > 0 && backlog > throughput(sample) * targetWaitSeconds();
  }

  /** Tasks per second since the backlog began, or before it while the backlog is too new. */
  private double throughput(PoolSample sample) {
    boolean fresh = sample.sinceBacklog().window().compareTo(targetWait) < 0;
    return (fresh ? sample.flow() : sample.sinceBacklog()).throughput();
  }

  /** How many additional workers drain the backlog within the target wait. */
  private double reinforcement(PoolSample sample) {
    int backlog = sample.counts().backlog();
    double each = throughput(sample) / Math.max(1, sample.counts().busy()) * targetWaitSeconds();
    return each < 1 ? backlog : backlog / each;
  }

  /** How many workers the processors can use. */
  private static double useful(PoolSample sample) {
    double wanted = sample.processors().wanted();
    double busy = Math.max(sample.counts().busy(), wanted);
    double cores = sample.processors().cores();
    if (wanted == 0) {
      return Double.MAX_VALUE;
    }
    return Math.max(cores, wanted <= cores ? busy * cores / wanted : busy - wanted + cores);
  }

  private double targetWaitSeconds() {
    return targetWait.toNanos() / 1e9;
  }

  private String describe(PoolSample sample) {
    return String.format(
        Locale.ROOT,
        "%d queued, %.1f in the works, %.1f of %d cores wanted, %d workers needed of late",
        sample.counts().queued(),
        load(sample),
        sample.processors().wanted(),
        sample.processors().cores(),
        recentNeed.value());
  }
}
