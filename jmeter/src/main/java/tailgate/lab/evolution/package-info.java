/**
 * The evolution as a plan and as figures: which runs there are and what follows from their results.
 * Starts nothing itself.
 *
 * <p>The question: JMeter's users arrive one after the other; what breaks first in each stage?
 */
@NullMarked
package tailgate.lab.evolution;

import org.jspecify.annotations.NullMarked;
