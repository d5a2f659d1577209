package tailgate.adaptivepool;

import tailgate.adaptivepool.policy.Cause;
import tailgate.adaptivepool.policy.PoolSample;

/**
 * The pool's size has changed: workers have been started, or retired ones have begun to leave.
 *
 * @param sample what the policy saw
 * @param from how many workers stayed before
 * @param to how many stay now; not always what the policy wanted, because retirement is
 *     rate-limited and a thread may fail to start
 * @param cause the policy's, to be counted
 * @param reason the policy's, for people
 */
public record Resize(PoolSample sample, int from, int to, Cause cause, String reason) {}
