/**
 * How a task gets from a submitter to a worker of the fixed pool: six kinds of bounded queue behind
 * one interface, to be compared. {@link tailgate.threadpool.queue.QueueKind} lists them, and {@link
 * tailgate.threadpool.queue.HandoffQueue} says what all of them promise.
 */
@NullMarked
package tailgate.threadpool.queue;

import org.jspecify.annotations.NullMarked;
