/**
 * What is kept of each single request: a line in an access log, an event in a flight recording.
 * Where {@code tailgate.metrics} has sums, this has the cases.
 *
 * <pre>
 *   Connection --ObservedRequest--> AccessLines --whole line--> LineBuffer --take--> LineWriter --> file
 *                                                                  (its thread)
 *   Connection --ObservedRequest--> FlightRecords --event--> JFR
 * </pre>
 *
 * <p>All of it are observers of {@code tailgate.server}, which knows nothing of them.
 */
@NullMarked
package tailgate.trace;

import org.jspecify.annotations.NullMarked;
