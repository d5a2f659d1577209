/** Stage 3: a fixed pool behind a bounded queue. */
@NullMarked
package tailgate.threadpool;

import org.jspecify.annotations.NullMarked;
