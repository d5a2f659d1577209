/**
 * A network line between the servers and the load, both on this machine: the load is in a network
 * namespace of its own, and on the way there the kernel delays packets, or, if it cannot, a relay
 * of the lab does.
 */
@NullMarked
package tailgate.lab.line;

import org.jspecify.annotations.NullMarked;
