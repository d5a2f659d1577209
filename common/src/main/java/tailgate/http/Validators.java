package tailgate.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What tells whether a representation is still the one that a client has (RFC 9110 §8.8).
 *
 * @param entityTag null if it has none
 * @param lastModified in whole seconds: clients know it from {@link HttpDate#format}, which cuts
 *     fractions off, so they are cut off here too
 */
record Validators(@Nullable EntityTag entityTag, Instant lastModified) {
  Validators {
    lastModified = Instant.ofEpochSecond(lastModified.getEpochSecond());
  }
}
