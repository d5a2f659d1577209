package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;

/**
 * As many workers as the load needs by Little's law, and no more than the processors have use for.
 *
 * <p><b>How many are needed.</b> With λ tasks arriving per second, each of which takes W, there are
 * on average <em>L = λ·W</em> in the works (Little, "A Proof for the Queuing Formula: L = λW",
 * 1961). That many workers would be busy all the time and the queue would grow without end, so
 * there is some headroom, <em>L + β·√L</em>: the number in the works scatters like the root of its
 * mean, which is why a large pool needs little in proportion (Halfin and Whitt, 1981). Tasks that
 * take longer than the window say nothing about λ·W; then L is the number of busy workers.
 *
 * <p><b>When it grows.</b> Only if tasks wait, and would for more than the {@linkplain #patience
 * patience}: Little's law again, for the queue: its length over the pool's throughput. The
 * throughput of the last interval or two is all that is known at first; once a backlog has stood
 * for as long as the patience, it is the throughput since then, which tells the queue that moves
 * from the one that stands (CoDel, Nichols and Jacobson, 2012). Then it grows at once to all who
 * are busy, and as many as it takes to work the backlog off within the patience, which for slow
 * tasks is one each; plus headroom. 64 tasks of 50 ms take 8 workers to 80 in one decision. Where
 * nothing has ended lately a throughput is not known, and a backlog counts as one of slow tasks:
 * only the processors then keep 64 tasks of 0.1 ms from calling somebody, and where most of the
 * cores are free they do not.
 *
 * <p><b>Where it stops.</b> An added worker helps only if a core comes free for it. As long as the
 * workers want fewer cores than there are, a pool can grow in proportion until they want all: that
 * is {@code cores × (1 + wait time / compute time)}, the rule of thumb of "Java Concurrency in
 * Practice", 8.2. Once they want more, those that wait for something else and one for each core are
 * all that is of use. This is how Windows completion ports and scheduler activations (Anderson and
 * others, 1992) see it: what counts is who is runnable. {@link ProcessorDemand} says how it is
 * measured, and why stolen processor time and busy neighbours, which make each worker slower, do
 * not look like a reason for more of them.
 *
 * <p><b>When it shrinks.</b> To the most that any look of late has found needed, "late" being one
 * to two times the {@linkplain Peak#span() span} of the peak (a windowed maximum, as BBR takes of
 * bandwidth, 2016), and not below what those who are busy now need: a task that takes minutes is in
 * no mean before it ends. So it comes back to the minimum within two spans after a burst and the
 * time that lazy retirement takes. Surplus of less than a quarter is left alone, except for the
 * last step down to the minimum.
 *
 * <p><b>Why it is stable.</b> Under steady load a resize needs a rare event: upwards a backlog that
 * outlasts the patience although there is headroom, and each such growth makes the next less likely
 * by powers; downwards a span without such an event and a quarter of surplus. A cycle takes at
 * least a span. On a saturated processor every further worker is runnable, so what is of use falls
 * as the pool grows; that feedback needs no memory and cannot overshoot by more than what two looks
 * a millisecond apart see. Workers that turn out useless (the load has begun to compute) are let go
 * like any surplus.
 *
 * <p><b>What it does not see.</b> A bottleneck that is neither the processor nor the number of
 * threads: ten database connections, say. Workers that wait for it look like workers that wait for
 * something useful. .NET's thread pool (hill climbing, Hellerstein and others, 2010), SEDA (Welsh,
 * 2001) and Netflix's gradient limit (after TCP Vegas, 1994) do see it, because they compare the
 * throughput or the latency before and after. They pay with time: to compare they need many tasks
 * at each size, a second or so, and a burst is over by then. And a gradient of latency takes the
 * first slow tasks after many fast ones for congestion. Taken from them: latency alone is no reason
 * to grow (Vegas), size per stage and by observation (SEDA), and workers that add nothing are taken
 * back (.NET).
 *
 * <p>Choose it unless you want to see a policy fail.
 *
 * @param patience how long tasks may wait for a worker before there should be more, from 1 ms to 1
 *     s
 * @param headroom β, from 0 to 10; with 2 about one task in a hundred finds all workers busy
 * @param peak what it remembers: the workers needed of late
 */
public record LittlesLawPolicy(Duration patience, double headroom, Peak peak)
    implements ScalingPolicy {

  private static final Duration SHORTEST_PATIENCE = Duration.ofMillis(1);
  private static final Duration LONGEST_PATIENCE = Duration.ofSeconds(1);
  private static final double MOST_HEADROOM = 10;

  /** Surplus below this part of the workers is left alone. */
  private static final double TOLERATED_SURPLUS = 0.25;

  /** Refuses what is out of range. */
  public LittlesLawPolicy {
    Objects.requireNonNull(patience, "patience");
    Objects.requireNonNull(peak, "peak");
    if (patience.compareTo(SHORTEST_PATIENCE) < 0 || patience.compareTo(LONGEST_PATIENCE) > 0) {
      throw new IllegalArgumentException("patience must be from 1 ms to 1 s, not " + patience);
    }
    if (!(headroom >= 0 && headroom <= MOST_HEADROOM)) {
      throw new IllegalArgumentException("headroom must be from 0 to 10, not " + headroom);
    }
  }

  /**
   * With a patience of 5 ms (what the seed calls a noticeable latency), a headroom of 2, and a
   * memory of 15 to 30 s (a burst that recurs within finds its workers still there).
   */
  public LittlesLawPolicy() {
    this(Duration.ofMillis(5), 2, Peak.none(Duration.ofSeconds(15)));
  }

  @Override
  public LittlesLawPolicy having(PoolSample seen) {
    return new LittlesLawPolicy(patience, headroom, peak.having(seen.uptime(), need(seen)));
  }

  @Override
  public Decision decide(PoolSample sample) {
    int staying = sample.headcount().staying();
    boolean late = isLate(sample);
    int need = need(sample);
    if (late && need > staying) {
      return decision(need, Cause.BACKLOG, sample);
    }
    int target = Math.max(sample.min(), Math.max(peak.value(), occupied(sample)));
    if (target == sample.min() || target <= staying * (1 - TOLERATED_SURPLUS)) {
      Cause cause = late ? Cause.PROCESSORS_BUSY : Cause.CALM;
      return decision(Math.min(target, staying), cause, sample);
    }
    return decision(staying, late ? Cause.PROCESSORS_BUSY : Cause.STEADY, sample);
  }

  /** Most looks change nothing, and nobody reads why: that is not worth the formatting. */
  private Decision decision(int target, Cause cause, PoolSample sample) {
    int bounded = Math.clamp(target, sample.min(), sample.max());
    boolean changes = bounded != sample.headcount().staying();
    return new Decision(target, cause, changes ? describe(sample) : "no change");
  }

  /** The workers that this sample asks for, whatever the pool's bounds are. */
  int need(PoolSample sample) {
    double load = load(sample);
    if (isLate(sample)) {
      load = Math.max(load, sample.headcount().busy() + reinforcement(sample));
    }
    return workersFor(load, sample);
  }

  /** The workers that those who are busy at this instant ask for: no mean, so not to remember. */
  private int occupied(PoolSample sample) {
    return workersFor(sample.headcount().busy(), sample);
  }

  private int workersFor(double load, PoolSample sample) {
    return (int) Math.ceil(Math.min(load + headroom * Math.sqrt(load), useful(sample)));
  }

  /** Little's L: how many tasks are in the works on average, λ·W. */
  private static double load(PoolSample sample) {
    Flow flow = sample.flow();
    boolean known = flow.timed() > 0 && flow.meanService().compareTo(flow.window()) < 0;
    return known
        ? flow.arrivalRate() * flow.meanService().toNanos() / 1e9
        : sample.headcount().busy();
  }

  /** Whether what is queued waits longer than the patience. */
  private boolean isLate(PoolSample sample) {
    int backlog = sample.headcount().backlog();
    return backlog > 0 && backlog > throughput(sample) * patienceSeconds();
  }

  /** Tasks per second; of the time before the backlog while it is too fresh to tell. */
  private double throughput(PoolSample sample) {
    boolean fresh = sample.sinceBacklog().window().compareTo(patience) < 0;
    return (fresh ? sample.flow() : sample.sinceBacklog()).throughput();
  }

  /** Workers that, in addition to those there are, work the backlog off within the patience. */
  private double reinforcement(PoolSample sample) {
    int backlog = sample.headcount().backlog();
    double each = throughput(sample) / Math.max(1, sample.headcount().busy()) * patienceSeconds();
    return each < 1 ? backlog : backlog / each;
  }

  /** How many workers the processors have use for. */
  private static double useful(PoolSample sample) {
    double wanted = sample.processors().wanted();
    double busy = Math.max(sample.headcount().busy(), wanted);
    double cores = sample.processors().cores();
    if (wanted == 0) {
      return Double.MAX_VALUE;
    }
    return Math.max(cores, wanted <= cores ? busy * cores / wanted : busy - wanted + cores);
  }

  private double patienceSeconds() {
    return patience.toNanos() / 1e9;
  }

  private String describe(PoolSample sample) {
    return String.format(
        Locale.ROOT,
        "%d queued, %.1f in the works, %.1f of %d cores wanted, %d workers needed of late",
        sample.headcount().queued(),
        load(sample),
        sample.processors().wanted(),
        sample.processors().cores(),
        peak.value());
  }
}
