/**
 * Simulated work: handlers that sleep or compute first. They show how a model behaves under real
 * handlers, with a file server.
 *
 * <p>Depends on {@code tailgate.http} and on nothing else of Tailgate.
 */
@NullMarked
package tailgate.simulation;

import org.jspecify.annotations.NullMarked;
