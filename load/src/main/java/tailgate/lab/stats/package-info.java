/**
 * What can be said from a few blocks of noisy figures: intervals, the noise floor, and whether a
 * server has settled. Depends on no other package of the lab. {@code docs/method.md} gives the
 * reasons and the sources.
 *
 * <p>No library is used for the bootstrap: Apache Commons Statistics has none. It has the two
 * distributions of {@link tailgate.lab.stats.SmallSample}, but brings nine jars for them.
 */
@NullMarked
package tailgate.lab.stats;

import org.jspecify.annotations.NullMarked;
