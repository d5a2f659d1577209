package tailgate.http;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Tells whether a client's copy of a representation is still current (RFC 9110 §8.8).
 *
 * @param entityTag null if it has none
 * @param lastModified in whole seconds, because {@link HttpDate#format} sends no fractions; null if
 *     the representation has no date that tells it from its other versions
 * @param unchangedSince the first whole second from which on there has been no other version. It is
 *     later than {@code lastModified} if a file was put in its place with an older time, as a
 *     rollback does.
 */
record Validators(
    @Nullable EntityTag entityTag, @Nullable Instant lastModified, Instant unchangedSince) {

  Validators {
    lastModified =
        lastModified == null ? null : Instant.ofEpochSecond(lastModified.getEpochSecond());
  }

  /** Makes those of a representation whose other versions are all older. */
  Validators(@Nullable EntityTag entityTag, @Nullable Instant lastModified) {
    this(
        entityTag,
        lastModified,
        lastModified == null ? Instant.MAX : Instant.ofEpochSecond(lastModified.getEpochSecond()));
  }

  /**
   * Whether a copy of this date is the current version: the date is exactly the one that was sent
   * with it, or the copy was made when there was no other version any more. The date of a copy may
   * lie between the two if it is of a newer version that was taken back.
   */
  boolean isUnmodifiedSince(Instant date) {
    return lastModified != null && (date.equals(lastModified) || !date.isBefore(unchangedSince));
  }
}
