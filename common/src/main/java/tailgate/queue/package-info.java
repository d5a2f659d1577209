/**
 * The bounded queue between threads that produce tasks and threads that perform them: {@link
 * tailgate.queue.BoundedQueue}, and the {@link tailgate.queue.RingBuffer} that it is made of. For
 * threads that wait themselves: {@link tailgate.queue.DisciplinedSemaphore}.
 *
 * <p>The other kinds of queue are in {@code tailgate.threadpool.queue}. What happens when a queue
 * is full is {@code tailgate.server.stage.OverloadPolicy}. Which items come first during an
 * overload, and which are refused, is {@link tailgate.queue.QueueDiscipline}. Which are let in at
 * all is {@link tailgate.queue.AdmissionRule}: in front of a pool by {@link
 * tailgate.queue.AdmittingExecutor}.
 *
 * <p>The stages in which requests wait share this package, and the server knows what is refused. It
 * starts no thread and knows nothing else of Tailgate.
 */
@NullMarked
package tailgate.queue;

import org.jspecify.annotations.NullMarked;
