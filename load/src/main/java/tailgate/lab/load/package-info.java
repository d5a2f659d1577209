/**
 * What a load is and what its result is, independent of any engine: the vocabulary that the lab and
 * the JVM of a load generator share, and its form as JSON and as HdrHistogram logs.
 */
@NullMarked
package tailgate.lab.load;

import org.jspecify.annotations.NullMarked;
