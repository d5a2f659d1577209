/** Stage 5: a virtual thread for each task. */
@NullMarked
package tailgate.virtualthreads;

import org.jspecify.annotations.NullMarked;
