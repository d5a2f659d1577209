/**
 * Servers on another machine, by ssh: the connection, what runs at its other end, and what is seen
 * of it from here. Or on this one, with the load at the end of a line that the kernel makes longer.
 */
@NullMarked
package tailgate.lab.remote;

import org.jspecify.annotations.NullMarked;
