/**
 * This package judges whether our figures agree with the claims that the file of an experiment
 * makes. One {@link tailgate.lab.claim.Evaluator} makes the verdicts for every experiment.
 */
@NullMarked
package tailgate.lab.claim;

import org.jspecify.annotations.NullMarked;
