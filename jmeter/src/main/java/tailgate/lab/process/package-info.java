/**
 * Child processes: they are started, logged and waited for here. Every one is known from its start
 * on, so that none outlives the lab, whatever ends it.
 */
@NullMarked
package tailgate.lab.process;

import org.jspecify.annotations.NullMarked;
