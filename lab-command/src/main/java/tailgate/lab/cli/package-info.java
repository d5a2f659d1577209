/**
 * This package is the command line: each command reads and checks its options, and hands them to
 * the package that does the work. The exit codes, and what happens on Ctrl-C, are decided here.
 */
@NullMarked
package tailgate.lab.cli;

import org.jspecify.annotations.NullMarked;
