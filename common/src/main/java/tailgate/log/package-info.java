/**
 * The loggers of the server.
 *
 * <p>Depends on no other package of Tailgate.
 */
@NullMarked
package tailgate.log;

import org.jspecify.annotations.NullMarked;
