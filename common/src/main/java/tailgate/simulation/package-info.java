/**
 * Work that is not there: handlers that wait or compute first, so that a model's behaviour under
 * real handlers can be seen with a file server.
 *
 * <p>Knows {@code tailgate.http} and nothing else of Tailgate.
 */
@NullMarked
package tailgate.simulation;

import org.jspecify.annotations.NullMarked;
