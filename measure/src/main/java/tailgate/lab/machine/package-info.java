/**
 * The machine that the lab runs on: which ports are free, how many connections it allows, what its
 * commands answer, and how it is described beside figures, which mean nothing without that.
 */
@NullMarked
package tailgate.lab.machine;

import org.jspecify.annotations.NullMarked;
