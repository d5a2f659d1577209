/**
 * One run: a stage is started, put under a load, monitored and stopped. A {@link
 * tailgate.lab.run.LoadGenerator} drives the load in a JVM of its own. The purpose of a run is not
 * known here.
 */
@NullMarked
package tailgate.lab.run;

import org.jspecify.annotations.NullMarked;
