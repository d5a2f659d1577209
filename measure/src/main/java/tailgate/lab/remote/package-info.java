/**
 * Servers and generators on other machines, by ssh: the connection, what runs at its other end, and
 * what is seen of it from here.
 */
@NullMarked
package tailgate.lab.remote;

import org.jspecify.annotations.NullMarked;
