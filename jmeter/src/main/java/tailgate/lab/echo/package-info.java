/**
 * A server with known behaviour, in a JVM of its own: it answers every request with the same bytes.
 * The throughput that the generator reaches with it is the limit of the generator.
 */
@NullMarked
package tailgate.lab.echo;

import org.jspecify.annotations.NullMarked;
