/**
 * How requests are observed: what is counted and timed, and who is notified.
 *
 * <p>To read, in order: {@link tailgate.server.observe.RequestObserver} (which events there are),
 * {@link tailgate.server.observe.RequestTiming} (when a request arrives, begins and ends), {@link
 * tailgate.server.observe.Observation} (how observers are put together), {@link
 * tailgate.server.observe.ServerCounters} (what is only counted).
 */
@NullMarked
package tailgate.server.observe;

import org.jspecify.annotations.NullMarked;
