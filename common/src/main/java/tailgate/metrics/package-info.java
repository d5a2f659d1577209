/**
 * What is counted and measured while the server runs.
 *
 * <p>Nothing here knows another package of Tailgate.
 */
@NullMarked
package tailgate.metrics;

import org.jspecify.annotations.NullMarked;
