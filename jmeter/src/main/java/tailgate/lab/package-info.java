/**
 * The lab: runs each stage's jar as a child process, drives the same load at it and compares the
 * tails. Only the exception that all its rooms throw is here, so that arrows between them point one
 * way.
 *
 * <p>{@link tailgate.lab.cli} is the command line. {@link tailgate.lab.experiment} runs the
 * experiments, whose rooms are named after them, and leaves {@link tailgate.lab.results}. {@link
 * tailgate.lab.claim} judges what others have claimed, with the intervals of {@link
 * tailgate.lab.stats}. A {@link tailgate.lab.source} is what a report can be made from again.
 *
 * <p>In a {@link tailgate.lab.run} a stage is under the load of {@link tailgate.lab.jmeter} or of
 * {@link tailgate.lab.hyperfoil}, and {@link tailgate.lab.monitor} samples it. {@link
 * tailgate.lab.process} knows every child process from its start on, so that none outlives the lab.
 */
@NullMarked
package tailgate.lab;

import org.jspecify.annotations.NullMarked;
