package tailgate.metrics;

import java.time.Instant;

/**
 * A pool has changed its size.
 *
 * @param at when
 * @param from how many workers it had
 * @param to how many it has
 * @param reason why, for people
 */
public record PoolResize(Instant at, int from, int to, String reason) {}
