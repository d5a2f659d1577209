/**
 * The exception that all modules of the lab throw. It is here, in the lowest one, so that they
 * depend on each other in one direction.
 */
@NullMarked
package tailgate.lab;

import org.jspecify.annotations.NullMarked;
