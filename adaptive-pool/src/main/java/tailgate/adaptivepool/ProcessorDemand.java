package tailgate.adaptivepool;

import java.time.Duration;
import tailgate.adaptivepool.policy.Processors;

/**
 * Distinguishes workers that compute from workers that wait. No single measurement can do that.
 * Confined to the {@link Scaler}.
 *
 * <ul>
 *   <li>The <em>processor time</em> that workers have used is exact, but says too little on a busy
 *       machine: eight workers that want to compute, but share two cores with each other, another
 *       process and a hypervisor that steals time, use one core or less.
 *   <li>A thread's <em>state</em> does not depend on the other load: a thread that computes is
 *       RUNNABLE whether it has a core or not. But a thread that waits inside the kernel, for a
 *       disk or a blocking socket, is RUNNABLE too.
 * </ul>
 *
 * <p>So the demand is the number of runnable workers (the higher one of the last two looks), and at
 * least the number of processors used. If less than one part in {@value #STARVATION} of the
 * processors has been used, the demand is at most {@value #STARVATION} times the processors used:
 * if runnable threads leave that much of the processors unused, they wait for something else. Each
 * core counts as used for a {@link #SLICE} more, because a thread may have to wait that long for
 * its turn. This keeps a pool from growing in the first instants of a burst of computation.
 *
 * <p>This is wrong where other processes take more than three quarters of the processors: then work
 * that computes is taken for work that waits. And work that waits inside the kernel is taken for
 * work that computes once it uses a quarter of the processors. On Linux, {@link RunQueue} is more
 * exact, but late. In a backlog its mean is an upper bound of the demand only if it covers no time
 * before the backlog. Until then it can only raise the estimate.
 */
final class ProcessorDemand {
  private static final double STARVATION = 4;
  private static final Duration SLICE = Duration.ofMillis(2);

  private int runnableBefore;

  /**
   * Returns the demand that there is now.
   *
   * @param earlier the processor time used since then counts
   * @param backlog the first reading of the backlog, if now there is one
   */
  Processors since(Reading earlier, Reading backlog, Reading now) {
    Reading.ProcessorReading known = now.processors();
    double runnable = Math.max(known.runnable(), runnableBefore);
    runnableBefore = known.runnable();
    double windowNanos = Math.max(1, now.nanosSince(earlier));
    double usedNanos = known.cpuNanos() - earlier.processors().cpuNanos();
    double grantedNanos = usedNanos + (double) known.cores() * SLICE.toNanos();
    double used = usedNanos / windowNanos;
    double plausible = STARVATION * grantedNanos / windowNanos;
    double believed = plausible < known.cores() ? plausible : Double.MAX_VALUE;
    double most =
        known.scheduled().map(mean -> most(mean, believed, backlog, now)).orElse(believed);
    return new Processors(known.cores(), Math.max(used, Math.min(runnable, most)));
  }

  private static double most(RunQueue.Mean mean, double believed, Reading backlog, Reading now) {
    boolean isOfNow = !now.backlogged() || mean.sinceNanos() - backlog.nanos() >= 0;
    return isOfNow ? mean.threads() : Math.max(mean.threads(), believed);
  }
}
