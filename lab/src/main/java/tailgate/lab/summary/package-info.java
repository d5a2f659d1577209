/**
 * This package has what the reports of all experiments share: from measurements to a table, plots
 * and plain words. An experiment's own {@link tailgate.lab.summary.Report} is made of these parts.
 */
@NullMarked
package tailgate.lab.summary;

import org.jspecify.annotations.NullMarked;
