/** Stage 5: a virtual thread for each connection. */
@NullMarked
package tailgate.virtualthreads;

import org.jspecify.annotations.NullMarked;
