package tailgate.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a client's copy of a representation is still current (RFC 9110 §8.8).
 *
 * @param entityTag null if it has none
 * @param lastModified in whole seconds, because {@link HttpDate#format} sends no fractions; null if
 *     it is unknown
 */
record Validators(@Nullable EntityTag entityTag, @Nullable Instant lastModified) {
  Validators {
    lastModified =
        lastModified == null ? null : Instant.ofEpochSecond(lastModified.getEpochSecond());
  }
}
