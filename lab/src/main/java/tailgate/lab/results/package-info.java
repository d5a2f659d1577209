/**
 * This package keeps the results of an experiment: its figures in an archive, from which reports
 * can be made again, and the published report. Failures are in both.
 */
@NullMarked
package tailgate.lab.results;

import org.jspecify.annotations.NullMarked;
