/**
 * The comparison of ways to hand a task to a worker: its runs, how one is made, and the report.
 * Only {@link tailgate.lab.handoff.HandoffExperiment} starts anything.
 *
 * <p>The question: does it matter in a whole server whether workers wait on conditions, on
 * semaphores, or on something like a futex?
 */
@NullMarked
package tailgate.lab.handoff;

import org.jspecify.annotations.NullMarked;
