/**
 * Judges a change of a server: {@link tailgate.lab.change.ChangePlan} has the server from before
 * and the one from after it measured in turn, and {@link tailgate.lab.change.ChangeGate} says
 * whether it is worse.
 */
@NullMarked
package tailgate.lab.change;

import org.jspecify.annotations.NullMarked;
