/**
 * Chooses a model for a handler: of each stage the highest open rate that keeps an objective, and
 * one recommendation. Only {@link tailgate.lab.choose.ChooseExperiment} starts anything.
 *
 * <p>Read {@code Trial} first, then {@code Climb} and {@code Recommendation}.
 */
@NullMarked
package tailgate.lab.choose;

import org.jspecify.annotations.NullMarked;
