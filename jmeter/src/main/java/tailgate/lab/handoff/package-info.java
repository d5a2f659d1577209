/**
 * The comparison of ways to hand a task to a worker: which runs there are and what follows from
 * their results. Starts nothing itself.
 *
 * <p>The question: does it matter in a whole server whether workers wait on conditions, on
 * semaphores, or on something like a futex?
 */
@NullMarked
package tailgate.lab.handoff;

import org.jspecify.annotations.NullMarked;
