/** Sockets: reactor, connection, deadlines, life cycle, overload, and the seam for stages. */
@NullMarked
package tailgate.server;

import org.jspecify.annotations.NullMarked;
