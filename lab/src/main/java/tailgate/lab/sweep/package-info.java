/**
 * Experiments with several numbers of users: their runs, how one is made, and the report. Only
 * {@link tailgate.lab.sweep.SweepExperiment} starts anything.
 */
@NullMarked
package tailgate.lab.sweep;

import org.jspecify.annotations.NullMarked;
