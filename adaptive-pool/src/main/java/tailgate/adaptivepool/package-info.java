/**
 * Stage 4: a pool that sizes itself, built from one lock, two conditions and a monitor thread.
 *
 * <p>Mechanism and policy are apart. Mechanism: {@link tailgate.queue.BoundedQueue} carries tasks,
 * {@link tailgate.adaptivepool.Crew} hires and counts workers, {@link tailgate.adaptivepool.Scaler}
 * applies a target, {@link tailgate.adaptivepool.Monitor} says when. Policy: a {@link
 * tailgate.adaptivepool.policy.ScalingPolicy} is a pure function from a {@link
 * tailgate.adaptivepool.policy.PoolSample} to a {@link tailgate.adaptivepool.policy.Decision}. Read
 * {@link tailgate.adaptivepool.AdaptivePool} first: its comment draws the states and names the
 * locks.
 */
@NullMarked
package tailgate.adaptivepool;

import org.jspecify.annotations.NullMarked;
