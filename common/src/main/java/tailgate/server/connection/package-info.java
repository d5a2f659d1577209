/**
 * One client's connection: reading, the HTTP state machine, writing, deadlines, the end.
 *
 * <pre>
 *   Connections --admit--> Connection --> HttpStateMachine --> RequestReader --> RequestProcessor
 *        |                     |                                                      |
 *   ConnectionLimit     ConnectionDeadline <-- DeadlineSweeper                  ResponseWriter
 *                              |
 *                  Rejection, LingeringClose: how it may end
 * </pre>
 *
 * <p>To read, in order: {@link tailgate.server.connection.Connection} (ownership, and how a
 * connection ends), HttpStateMachine (the states), RequestReader, RequestProcessor, ResponseWriter
 * (the way of one request), ConnectionDeadline and FairnessBudget (what limits it), {@link
 * tailgate.server.connection.Connections} (all of them, and their life cycle).
 */
@NullMarked
package tailgate.server.connection;

import org.jspecify.annotations.NullMarked;
