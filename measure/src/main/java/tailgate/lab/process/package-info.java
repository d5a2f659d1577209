/**
 * Child processes: they are started, logged and awaited here. Each is known from its start on, so
 * none outlives the lab, however the lab ends.
 */
@NullMarked
package tailgate.lab.process;

import org.jspecify.annotations.NullMarked;
