/**
 * What is kept of each single request: a line in an access log, an event in a flight recording.
 * Where {@code tailgate.metrics} has sums, this has the cases.
 *
 * <pre>
 *   Connection --Exchange--> AccessLogLines --whole line--> LineBuffer --take--> LineWriter --> file
 *                                                                  (its thread)
 *   Connection --Exchange--> JfrObserver --event--> JFR
 * </pre>
 *
 * <p>All of it are observers of {@code tailgate.server}, which knows nothing of them.
 */
@NullMarked
package tailgate.trace;

import org.jspecify.annotations.NullMarked;
