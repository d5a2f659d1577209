/**
 * What an experiment leaves: its figures in an archive, from which any report can be made again,
 * and its report as people get it. Failures are in both.
 */
@NullMarked
package tailgate.lab.results;

import org.jspecify.annotations.NullMarked;
