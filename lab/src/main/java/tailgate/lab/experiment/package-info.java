/**
 * This package runs every experiment: one run after the other, each result kept at once, and a
 * report of all at the end. What is tried, and in which runs, is up to an {@link
 * tailgate.lab.experiment.Experiment}.
 */
@NullMarked
package tailgate.lab.experiment;

import org.jspecify.annotations.NullMarked;
