/**
 * What has been claimed elsewhere, and whether our figures agree. {@link
 * tailgate.lab.claim.ClaimTable} holds all claims as data; one {@link tailgate.lab.claim.Evaluator}
 * makes the verdicts for every experiment.
 */
@NullMarked
package tailgate.lab.claim;

import org.jspecify.annotations.NullMarked;
