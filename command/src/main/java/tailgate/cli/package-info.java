/**
 * The command line: from options to a configuration to a running server, with exit codes.
 *
 * <p>The {@code Main} of a stage extends {@link tailgate.cli.StageCommand}.
 */
@NullMarked
package tailgate.cli;

import org.jspecify.annotations.NullMarked;
