/**
 * A server about which everything is known, in a JVM of its own: it answers every request with the
 * same bytes. What the generator can do with it is the generator's own limit.
 */
@NullMarked
package tailgate.lab.echo;

import org.jspecify.annotations.NullMarked;
