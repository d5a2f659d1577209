/**
 * The experiment on the warm-up itself: how slow is the first minute of a server, and what does a
 * cache of the JVM change? Only {@link tailgate.lab.warmup.WarmUpExperiment} starts anything.
 */
@NullMarked
package tailgate.lab.warmup;

import org.jspecify.annotations.NullMarked;
