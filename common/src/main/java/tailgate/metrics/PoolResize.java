package tailgate.metrics;

import java.time.Instant;

/**
 * One resize of a pool.
 *
 * @param from number of workers before
 * @param to number of workers after
 * @param cause why, as one of a few constants
 * @param reason why, for people
 */
public record PoolResize<C extends Enum<C>>(Instant at, int from, int to, C cause, String reason) {}
