package tailgate.lab.choose;

import org.jspecify.annotations.Nullable;

/**
 * A server below its capacity, above it, and after that.
 *
 * @param half at half of it
 * @param more at 1.5 times as much
 * @param twice at 2 times as much
 * @param recoveryMillis after that, until the P99 of 100 ms is within 1.5 times of what it was at
 *     half; null if that was not seen
 * @param watchedMillis for how long that was waited for
 */
public record Aftermath(
    Step half, Step more, Step twice, @Nullable Long recoveryMillis, long watchedMillis) {}
