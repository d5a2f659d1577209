/**
 * The seam between the core and the stages: what a stage contributes, and what it is handed.
 *
 * <p>{@link tailgate.server.stage.Stage} is all that differs from one stage to the next: an
 * executor and the {@link tailgate.server.stage.Dispatch} that says what the executor is handed.
 */
@NullMarked
package tailgate.server.stage;

import org.jspecify.annotations.NullMarked;
