/** Stage 1: the accept loop serves each connection itself. */
@NullMarked
package tailgate.singlethreaded;

import org.jspecify.annotations.NullMarked;
