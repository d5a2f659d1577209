/**
 * The burst experiment as a plan and as figures: which runs there are and what follows from their
 * results. Starts nothing itself.
 *
 * <p>The question: does a pool that sizes itself cut the P99 of a burst by at least 30 %?
 */
@NullMarked
package tailgate.lab.burst;

import org.jspecify.annotations.NullMarked;
