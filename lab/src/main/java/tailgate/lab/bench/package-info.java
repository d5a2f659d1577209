/**
 * This package reports the results of JMH as tables and charts. It knows the results as data, never
 * the benchmarks.
 */
@NullMarked
package tailgate.lab.bench;

import org.jspecify.annotations.NullMarked;
