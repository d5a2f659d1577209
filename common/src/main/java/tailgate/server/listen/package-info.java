/**
 * Listening on the port, and the two kinds of dispatch.
 *
 * <pre>
 *   dispatch by connection                        dispatch by request
 *
 *   BlockingAcceptor --executor--> Connection     Reactor --bytes--> Registration --executor--> Connection
 *     (accepts, blocks)             (blocks)         ^                                              |
 *                                                    +-------------- waits for more <---------------+
 * </pre>
 *
 * <p>To read, in order: {@link tailgate.server.listen.Listeners}, BlockingAcceptor (dispatch by
 * connection, in one class), ListeningSocket (how a connection gets its permit), Reactor,
 * Registration (who owns a connection, and when), Dispatcher, Acceptor.
 */
@NullMarked
package tailgate.server.listen;

import org.jspecify.annotations.NullMarked;
