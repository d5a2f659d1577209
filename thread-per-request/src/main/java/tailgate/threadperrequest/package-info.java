/** Stage 2: a new platform thread for each connection. */
@NullMarked
package tailgate.threadperrequest;

import org.jspecify.annotations.NullMarked;
