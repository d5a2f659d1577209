/**
 * How many workers a pool should have. A {@link tailgate.adaptivepool.policy.ScalingPolicy} is a
 * pure function from a {@link tailgate.adaptivepool.policy.PoolSample} to a {@link
 * tailgate.adaptivepool.policy.Decision}: it has no thread, clock or lock, and knows nothing of the
 * pool that asks it.
 */
@NullMarked
package tailgate.adaptivepool.policy;

import org.jspecify.annotations.NullMarked;
