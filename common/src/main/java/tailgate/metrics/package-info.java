/**
 * Counters and measurements of a running server.
 *
 * <p>Depends on no other package of Tailgate.
 */
@NullMarked
package tailgate.metrics;

import org.jspecify.annotations.NullMarked;
