/**
 * This package holds what has been claimed elsewhere, and judges whether our figures agree. {@link
 * tailgate.lab.claim.Claim} reads all claims, which are data; one {@link
 * tailgate.lab.claim.Evaluator} makes the verdicts for every experiment.
 */
@NullMarked
package tailgate.lab.claim;

import org.jspecify.annotations.NullMarked;
