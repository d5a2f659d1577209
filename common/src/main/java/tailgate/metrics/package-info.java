/**
 * Counters and measurements of a running server.
 *
 * <p>What the server counts of connections and refusals is in {@code
 * tailgate.server.observe.ServerCounters}. The module {@code observe} publishes all of it.
 *
 * <p>Depends on no other package of Tailgate.
 */
@NullMarked
package tailgate.metrics;

import org.jspecify.annotations.NullMarked;
