/**
 * The course that all experiments take: runs are made one after the other, what came of each is
 * kept at once, and a report of all is published. What is tried, and in which runs, is up to an
 * {@link tailgate.lab.experiment.Experiment}.
 */
@NullMarked
package tailgate.lab.experiment;

import org.jspecify.annotations.NullMarked;
