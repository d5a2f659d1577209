/**
 * The results of JMH, and their report as tables and charts. Knows the results as data, never the
 * benchmarks.
 */
@NullMarked
package tailgate.lab.bench;

import org.jspecify.annotations.NullMarked;
