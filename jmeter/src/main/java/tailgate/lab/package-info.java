/**
 * The lab: runs each stage's jar as a child process, drives the same load at it and compares the
 * tails. Only the exception that all its rooms throw lives here, so that arrows between them point
 * one way.
 *
 * <p>{@link tailgate.lab.cli} is the command line. An {@link tailgate.lab.experiment} has its runs
 * made one by one and leaves {@link tailgate.lab.results}; which experiments there are, the names
 * of the rooms tell. A {@link tailgate.lab.source} is what a report can be made of again.
 *
 * <p>In a {@link tailgate.lab.run} a stage is under the load of {@link tailgate.lab.jmeter} or of
 * {@link tailgate.lab.hyperfoil}, and under {@link tailgate.lab.watch}. Every {@link
 * tailgate.lab.process} is known from its start on, so that none outlives the lab.
 */
@NullMarked
package tailgate.lab;

import org.jspecify.annotations.NullMarked;
