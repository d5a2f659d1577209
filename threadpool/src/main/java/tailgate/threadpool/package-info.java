/**
 * Stage 3: a fixed pool behind a bounded queue. {@link tailgate.threadpool.FixedPool} is the whole
 * model; {@link tailgate.threadpool.queue} has the kinds of queue that it can be built on.
 */
@NullMarked
package tailgate.threadpool;

import org.jspecify.annotations.NullMarked;
