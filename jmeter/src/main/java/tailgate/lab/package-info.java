/**
 * The lab: runs each stage's jar as a child process, drives the same load at it and compares the
 * tails.
 *
 * <p>{@link tailgate.lab.Lab} is the command line and {@link tailgate.lab.Comparison} the
 * procedure. Below it, {@link tailgate.lab.StageProcess} is the server under test, {@link
 * tailgate.lab.JMeterRun} the load, {@link tailgate.lab.Jtl} what JMeter recorded, {@link
 * tailgate.lab.LatencySummary} what of it counts and {@link tailgate.lab.ComparisonTable} how it is
 * shown. Every process is started through {@link tailgate.lab.Children}, so that none outlives the
 * lab.
 */
@NullMarked
package tailgate.lab;

import org.jspecify.annotations.NullMarked;
