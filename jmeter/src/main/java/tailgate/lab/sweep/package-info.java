/**
 * Experiments that ask how a stage does with more and more users: which runs there are, how one is
 * made, and what follows from their results. Only the {@link tailgate.lab.sweep.SweepExperiment}
 * starts anything.
 */
@NullMarked
package tailgate.lab.sweep;

import org.jspecify.annotations.NullMarked;
