/**
 * The lab: runs each stage's jar as a child process, drives the same load at it and compares the
 * tails.
 *
 * <p>{@link tailgate.lab.Lab} is the command line. An {@link tailgate.lab.Experiment} says which
 * runs there are; {@link tailgate.lab.Conduct} has them made one by one ({@link
 * tailgate.lab.Trials}), keeps their figures ({@link tailgate.lab.Archive}) and publishes them
 * ({@link tailgate.lab.Publication}). {@link tailgate.lab.Source} reads what was kept.
 *
 * <p>In a run, {@link tailgate.lab.StageProcess} is the server under test, a {@link
 * tailgate.lab.LoadEngine} the load, and {@link tailgate.lab.Watch} what looks at the server
 * meanwhile. Every process is started through {@link tailgate.lab.Children}, so that none outlives
 * the lab.
 */
@NullMarked
package tailgate.lab;

import org.jspecify.annotations.NullMarked;
