/**
 * A restart that keeps the port open: a server starts its successor with the same command line and
 * the same listening socket, and leaves the port to it.
 *
 * <pre>
 *   Restart (the state machine) ---- Successor (its process)
 *      |                                 |
 *   ControlSocket ------- Line ----- Predecessor (in the successor)
 *      |
 *   RunFolder ----------- RestartCommand (who asks)
 * </pre>
 *
 * <p>To read, in order: {@link tailgate.restart.Restart}, Successor, {@link
 * tailgate.restart.Predecessor}, ControlSocket.
 */
@NullMarked
package tailgate.restart;

import org.jspecify.annotations.NullMarked;
