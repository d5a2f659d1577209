/**
 * The lab's exceptions, which all of its modules throw. They are here, in the lowest one, so that the
 * modules depend on each other in one direction.
 */
@NullMarked
package tailgate.lab;

import org.jspecify.annotations.NullMarked;
