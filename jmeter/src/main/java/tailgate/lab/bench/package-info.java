/**
 * What JMH has measured, and the report of it as tables and charts. Knows its results as data,
 * never the benchmarks.
 */
@NullMarked
package tailgate.lab.bench;

import org.jspecify.annotations.NullMarked;
