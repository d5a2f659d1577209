/**
 * The evolution experiment: its runs, how one is made, and the report. Only {@link
 * tailgate.lab.evolution.EvolutionExperiment} starts anything.
 *
 * <p>The question: JMeter's users arrive one after the other; what breaks first in each stage?
 */
@NullMarked
package tailgate.lab.evolution;

import org.jspecify.annotations.NullMarked;
