/**
 * The command line: each command reads its options, refuses what is wrong, and hands the rest to
 * those who do it. How all of them end, on Ctrl-C too, and their exit codes are decided here.
 */
@NullMarked
package tailgate.lab.cli;

import org.jspecify.annotations.NullMarked;
