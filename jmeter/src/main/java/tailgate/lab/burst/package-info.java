/**
 * The burst experiment: which runs there are, how one is made, and what follows from their results.
 * Only the {@link tailgate.lab.burst.BurstExperiment} starts anything.
 *
 * <p>The question: does a pool that sizes itself cut the P99 of a burst by at least 30 %?
 */
@NullMarked
package tailgate.lab.burst;

import org.jspecify.annotations.NullMarked;
