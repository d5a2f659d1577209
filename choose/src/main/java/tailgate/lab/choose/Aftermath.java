package tailgate.lab.choose;

import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a server did below its capacity, above it, and after that.
 *
 * @param half the step at half of the capacity
 * @param more the step at 1.5 times the capacity
 * @param twice the step at 2 times the capacity; null in the quick form, which leaves it out
 * @param recoveryMillis after that, until the P99 of 100 ms is within 1.5 times of what it was at
 *     half; null if that was not seen
 * @param watchedMillis for how long that was waited for
 */
public record Aftermath(
    Step half, Step more, @Nullable Step twice, @Nullable Long recoveryMillis, long watchedMillis) {

  Stream<Step> steps() {
    return Stream.of(half, more, twice).filter(Objects::nonNull);
  }
}
