/**
 * Records each single request: a line in the access log, an event in a flight recording. ({@code
 * tailgate.metrics} has the sums.)
 *
 * <pre>
 *   Connection --ObservedRequest--> AccessLogLines --whole line--> LineBuffer --take--> LineWriter --> file
 *                                                                  (its thread)
 *   Connection --ObservedRequest--> JfrObserver --event--> JFR
 * </pre>
 *
 * <p>All of these are observers of {@code tailgate.server}, which does not depend on them.
 */
@NullMarked
package tailgate.trace;

import org.jspecify.annotations.NullMarked;
