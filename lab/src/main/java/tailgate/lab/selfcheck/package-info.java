/**
 * The lab's proof of itself: a load, how it is driven, and what its figures must show. Only {@link
 * tailgate.lab.selfcheck.SelfCheckExperiment} starts anything.
 *
 * <p>The question: a server stands still for a second; do the figures show it?
 */
@NullMarked
package tailgate.lab.selfcheck;

import org.jspecify.annotations.NullMarked;
