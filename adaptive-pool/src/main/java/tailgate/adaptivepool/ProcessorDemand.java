package tailgate.adaptivepool;

import java.time.Duration;
import tailgate.adaptivepool.policy.Processors;

/**
 * Tells workers that compute from workers that wait, which no single instrument can. Confined to
 * the monitor thread.
 *
 * <ul>
 *   <li>The time that workers were <em>on</em> a processor is exact, but says too little on a busy
 *       machine: eight workers that would compute, but have to share two cores with each other, a
 *       neighbour and a hypervisor that steals time, use one core or less.
 *   <li>A thread's <em>state</em> does not depend on who else is there: who computes is RUNNABLE
 *       whether it has got a core or not. But so is a thread that waits inside the kernel, for a
 *       disk or a blocking socket.
 * </ul>
 *
 * <p>So what is wanted is what the states say, the higher of the last two looks, but at least what
 * has been used. And if less than one part in {@value #STARVATION} of the processors has been used,
 * at most {@value #STARVATION} times that: who is runnable, but leaves so much of the processors
 * unused, waits for something else. Each core is granted a {@link #SLICE} on top, because for so
 * long a thread may have to wait for its turn; that is what keeps a pool from growing in the first
 * instants of a burst of computation.
 *
 * <p>This is wrong where more than three quarters of the processors go to others: then work that
 * computes is taken for work that waits. And work that waits inside the kernel is taken for work
 * that computes once it uses a quarter of the processors.
 */
final class ProcessorDemand {
  private static final double STARVATION = 4;
  private static final Duration SLICE = Duration.ofMillis(2);

  private int runnableBefore;

  /** The demand now, by the processor time used since an earlier reading. */
  Processors since(Reading earlier, Reading now) {
    double runnable = Math.max(now.runnable(), runnableBefore);
    runnableBefore = now.runnable();
    double windowNanos = Math.max(1, now.nanosSince(earlier));
    double usedNanos = now.cpuNanos() - earlier.cpuNanos();
    double grantedNanos = usedNanos + (double) now.cores() * SLICE.toNanos();
    double used = usedNanos / windowNanos;
    double plausible = STARVATION * grantedNanos / windowNanos;
    double wanted = plausible < now.cores() ? Math.min(runnable, plausible) : runnable;
    return new Processors(now.cores(), Math.max(used, wanted));
  }
}
