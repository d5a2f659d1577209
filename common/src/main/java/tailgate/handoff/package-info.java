/**
 * How a task gets from the thread that has it to a thread that does it: {@link
 * tailgate.handoff.BoundedQueue}, the textbook's own, for the stages that hand over.
 *
 * <p>Knows nothing else of Tailgate. A pool is made of it elsewhere; here nobody has a thread.
 */
@NullMarked
package tailgate.handoff;

import org.jspecify.annotations.NullMarked;
