/** Stage 6: the reactors do the work themselves. */
@NullMarked
package tailgate.eventloop;

import org.jspecify.annotations.NullMarked;
