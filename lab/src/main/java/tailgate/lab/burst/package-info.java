/**
 * The burst experiment: its runs, how one is made, and the report. Only {@link
 * tailgate.lab.burst.BurstExperiment} starts anything.
 *
 * <p>The question: does a pool that sizes itself cut the P99 of a burst by at least 30 %?
 */
@NullMarked
package tailgate.lab.burst;

import org.jspecify.annotations.NullMarked;
