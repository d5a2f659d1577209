/**
 * This package is the command line: each command reads and checks its options, and hands them to
 * the package that does the work. The exit codes, and what happens on Ctrl-C, are decided here.
 *
 * <p>This module is on top of all others, because only the list of the commands ({@link
 * tailgate.lab.cli.Lab}) and that of the archives ({@link tailgate.lab.source}) name every
 * experiment.
 */
@NullMarked
package tailgate.lab.cli;

import org.jspecify.annotations.NullMarked;
