/**
 * Sockets: listening, the connection's state machine, deadlines, overload, life cycle, and the seam
 * for stages.
 *
 * <pre>
 *   dispatch by connection                        dispatch by request
 *
 *   BlockingAcceptor --executor--> Connection   Reactor --bytes--> Registration --executor--> Connection
 *     (accepts, blocks)               (blocks)       ^                                      |
 *                                                    +----------- waits for more <----------+
 * </pre>
 *
 * <p>Connection is what its owner sees; what is said on it, the protocol's states, is
 * HttpStateMachine. {@link tailgate.server.Server} puts them together; {@link
 * tailgate.server.stage.Stage} is all that differs from one stage to the next.
 */
@NullMarked
package tailgate.server;

import org.jspecify.annotations.NullMarked;
