/**
 * Experiments that ask how a stage does with more and more users: which runs there are and what
 * follows from their results. Starts nothing itself.
 */
@NullMarked
package tailgate.lab.sweep;

import org.jspecify.annotations.NullMarked;
