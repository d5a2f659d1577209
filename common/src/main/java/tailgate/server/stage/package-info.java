/**
 * The interface between the core and the stages: what a stage contributes, and what it is given.
 *
 * <p>To read, in order: {@link tailgate.server.stage.Stage} (all that distinguishes one stage from
 * another), {@link tailgate.server.stage.Dispatch} (what the executor is given), {@link
 * tailgate.server.stage.OverloadPolicy} (what happens if it is full), {@link
 * tailgate.server.stage.ThreadReserve} (what happens if the system has no thread).
 */
@NullMarked
package tailgate.server.stage;

import org.jspecify.annotations.NullMarked;
