/**
 * A server with known behaviour: it answers every request with the same bytes. In a JVM of its own,
 * the throughput that the generator reaches with it is the limit of the generator. In the
 * generator's JVM it is what the generator warms up with.
 */
@NullMarked
package tailgate.lab.echo;

import org.jspecify.annotations.NullMarked;
