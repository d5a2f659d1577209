/**
 * The command line: options to a configuration to a running server, and its exit codes.
 *
 * <p>{@link tailgate.cli.StageCommand} is what a stage's {@code Main} extends.
 */
@NullMarked
package tailgate.cli;

import org.jspecify.annotations.NullMarked;
