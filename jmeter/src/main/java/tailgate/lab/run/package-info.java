/**
 * One run: a stage is started, put under a load, watched and stopped. Whatever drives the load is a
 * {@link tailgate.lab.run.LoadEngine} in a JVM of its own; what a run is for is not known here.
 */
@NullMarked
package tailgate.lab.run;

import org.jspecify.annotations.NullMarked;
