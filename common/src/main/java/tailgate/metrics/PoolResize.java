package tailgate.metrics;

import java.time.Instant;

/**
 * A pool has changed its size.
 *
 * @param at when
 * @param from how many workers it had
 * @param to how many it has
 * @param cause why, as one of the few words that the pool has for it
 * @param reason why, for people
 * @param <C> those words
 */
public record PoolResize<C extends Enum<C>>(Instant at, int from, int to, C cause, String reason) {}
