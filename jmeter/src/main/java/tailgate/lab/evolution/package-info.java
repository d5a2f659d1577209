/**
 * The evolution: which runs there are, how one is made, and what follows from their results. Only
 * the {@link tailgate.lab.evolution.EvolutionExperiment} starts anything.
 *
 * <p>The question: JMeter's users arrive one after the other; what breaks first in each stage?
 */
@NullMarked
package tailgate.lab.evolution;

import org.jspecify.annotations.NullMarked;
