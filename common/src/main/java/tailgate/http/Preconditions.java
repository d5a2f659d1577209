package tailgate.http;

import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Conditional requests (RFC 9110 §13).
 *
 * <p>Only to be evaluated if the response without conditions would be a 2xx (§13.2.1): a 404 stays
 * a 404. Malformed or repeated dates are ignored (§13.1.3, §13.1.4); for malformed entity tags see
 * {@link EntityTags#parse}.
 */
final class Preconditions {

  /** The result of the evaluation. */
  enum Outcome {
    /** The request is answered as if it had no condition. */
    PROCEED,
    /** 304: the client has the current representation. */
    NOT_MODIFIED,
    /** 412: the request is not carried out. */
    FAILED
  }

  private Preconditions() {}

  /** Whether the request has a condition other than If-Range. Cheap. */
  static boolean arePresent(Request request) {
    return request.has(Field.IF_MATCH)
        || request.has(Field.IF_NONE_MATCH)
        || request.has(Field.IF_MODIFIED_SINCE)
        || request.has(Field.IF_UNMODIFIED_SINCE);
  }

  /** Whether a condition that lists entity tags is present. Cheap. */
  static boolean nameAnyTag(Request request) {
    return request.has(Field.IF_MATCH)
        || request.has(Field.IF_NONE_MATCH)
        || request.has(Field.IF_RANGE);
  }

  /**
   * Whether one of these conditions lists the tag of this representation; the asterisk does not.
   */
  static boolean nameTagOf(Request request, Validators known) {
    return Stream.of(Field.IF_MATCH, Field.IF_NONE_MATCH, Field.IF_RANGE)
        .map(field -> EntityTags.parse(request.values(field)))
        .anyMatch(
            tags ->
                tags instanceof EntityTags.Listed && tags.contain(known, EntityTag::matchesWeakly));
  }

  /**
   * Whether If-None-Match decides, and names this tag alone: the same as {@link
   * Outcome#NOT_MODIFIED} for the usual GET or HEAD of a client that has a copy. Allocates nothing.
   *
   * @param tag as it is sent
   */
  static boolean nameOnly(Request request, byte[] tag) {
    return !request.has(Field.IF_MATCH)
        && !request.has(Field.IF_UNMODIFIED_SINCE)
        && request.hasOnly(Field.IF_NONE_MATCH, tag);
  }

  /**
   * Evaluates all conditions except If-Range, in the order of RFC 9110 §13.2.2.
   *
   * @param current validators of the representation that would be sent; null if there is none
   */
  static Outcome evaluate(Request request, @Nullable Validators current, Instant now) {
    if (!selectsRepresentation(request.method()) || !arePresent(request)) {
      return Outcome.PROCEED;
    }
    if (!ifMatchHolds(request, current, now)) {
      return Outcome.FAILED;
    }
    if (ifNoneMatchHolds(request, current, now)) {
      return Outcome.PROCEED;
    }
    return isGetOrHead(request.method()) ? Outcome.NOT_MODIFIED : Outcome.FAILED;
  }

  /**
   * Step 5 of the order: whether If-Range allows the Range field (RFC 9110 §13.1.5). If not, the
   * whole representation is sent.
   *
   * <p>True without If-Range. Else only if the bytes are certainly the same: a tag that matches
   * strongly, or the exact date of a representation that can no longer change within that second
   * (§8.8.2.2). Only the client can know that the representation had not changed twice in that
   * second before (§13.1.5). Any other value does not match.
   */
  static boolean rangeApplies(Request request, Validators current, Instant now) {
    return rangeAppliesByTag(request, current) || isRangeDate(request, current, now);
  }

  /** Whether If-Range allows the Range field if the date is not a strong validator. */
  static boolean rangeAppliesByTag(Request request, Validators current) {
    if (!request.has(Field.IF_RANGE)) {
      return true;
    }
    List<String> lines = request.values(Field.IF_RANGE);
    EntityTag tag = lines.size() == 1 ? EntityTag.parse(lines.getFirst()) : null;
    return tag != null && current.entityTag() != null && tag.matchesStrongly(current.entityTag());
  }

  private static boolean isRangeDate(Request request, Validators current, Instant now) {
    Instant lastModified = current.lastModified();
    return lastModified != null
        && lastModified.equals(date(request, Field.IF_RANGE, now))
        && !lastModified.plusSeconds(1).isAfter(now);
  }

  /** Steps 1 and 2: If-Match; without it, If-Unmodified-Since. */
  private static boolean ifMatchHolds(Request request, @Nullable Validators current, Instant now) {
    if (request.has(Field.IF_MATCH)) {
      return EntityTags.parse(request.values(Field.IF_MATCH))
          .contain(current, EntityTag::matchesStrongly);
    }
    Instant date = date(request, Field.IF_UNMODIFIED_SINCE, now);
    return date == null
        || current == null
        || current.lastModified() == null // then it must be ignored (§13.1.4)
        || current.isUnmodifiedSince(date);
  }

  /** Steps 3 and 4: If-None-Match; without it, If-Modified-Since for GET and HEAD. */
  private static boolean ifNoneMatchHolds(
      Request request, @Nullable Validators current, Instant now) {
    if (request.has(Field.IF_NONE_MATCH)) {
      return !EntityTags.parse(request.values(Field.IF_NONE_MATCH))
          .contain(current, EntityTag::matchesWeakly);
    }
    if (!isGetOrHead(request.method())) {
      return true;
    }
    Instant date = date(request, Field.IF_MODIFIED_SINCE, now);
    // This server has never sent a date in the future. RFC 2616 §14.25 calls it invalid, later RFCs
    // do not mention it. The whole file is right in any case.
    return date == null || date.isAfter(now) || current == null || !current.isUnmodifiedSince(date);
  }

  private static @Nullable Instant date(Request request, Field field, Instant now) {
    List<String> lines = request.values(field);
    return lines.size() == 1 ? HttpDate.parse(lines.getFirst(), now) : null;
  }

  private static boolean isGetOrHead(Method method) {
    return method == Method.GET || method == Method.HEAD;
  }

  /** Conditions on any other method are ignored (RFC 9110 §13.2.1). */
  private static boolean selectsRepresentation(Method method) {
    return method != Method.CONNECT && method != Method.OPTIONS && method != Method.TRACE;
  }
}
