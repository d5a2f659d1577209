/**
 * The files of {@code lab/experiments}: their records, the reader of these, and the arms that they
 * describe. This package starts nothing and computes no figure.
 *
 * <pre>
 *   file ──► tree ──► short form merged, parameters put in ──► {@link
 *   tailgate.lab.plan.ExperimentFile} ──► {@link tailgate.lab.plan.PlannedArm}s
 * </pre>
 */
@NullMarked
package tailgate.lab.plan;

import org.jspecify.annotations.NullMarked;
