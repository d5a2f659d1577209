/**
 * Stage 4: a pool that sizes itself, built from one lock, two conditions and a monitor thread.
 *
 * <p>Mechanism and policy are separate. The mechanism is here: {@link tailgate.queue.BoundedQueue}
 * carries tasks, {@link tailgate.adaptivepool.WorkerStarter} starts workers and {@link
 * tailgate.adaptivepool.WorkerSet} counts them, {@link tailgate.adaptivepool.Monitor} decides when
 * to look, {@link tailgate.adaptivepool.Scaler} looks and applies the policy's target. The policies
 * are in {@link tailgate.adaptivepool.policy}: pure functions from a sample to a decision.
 *
 * <p>Read {@link tailgate.adaptivepool.AdaptivePool} first: its comment draws the states and names
 * the locks. The stage's README has the whole reading path.
 */
@NullMarked
package tailgate.adaptivepool;

import org.jspecify.annotations.NullMarked;
