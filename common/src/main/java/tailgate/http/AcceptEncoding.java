package tailgate.http;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The content codings that a client accepts (RFC 9110 §12.5.3). Immutable.
 *
 * <p>Where the RFC leaves a choice:
 *
 * <ul>
 *   <li>Without the field, only identity is sent: most clients that do not send it cannot decode
 *       anything else.
 *   <li>Identity that is not listed is acceptable, but any listed coding is preferred.
 *   <li>If a coding is listed twice, the lower weight counts.
 *   <li>{@link Weighted} says what is ignored.
 * </ul>
 */
final class AcceptEncoding {

  private static final int MIN_WEIGHT = 1;

  private final Map<ContentCoding, Integer> weights;

  /**
   * The weight of the asterisk, which means every coding that is not listed; null if it was not
   * sent.
   */
  private final @Nullable Integer anyOther;

  /** The accepted codings, the preferred one first. Never changed. */
  private final ContentCoding[] accepted;

  private AcceptEncoding(Map<ContentCoding, Integer> weights, @Nullable Integer anyOther) {
    this.weights = weights;
    this.anyOther = anyOther;
    this.accepted =
        Arrays.stream(ContentCoding.values())
            .filter(this::accepts)
            .sorted(
                Comparator.comparingInt(this::weight)
                    .reversed()) // stable: equal weights keep the order of the enum
            .toArray(ContentCoding[]::new);
  }

  /** Reads all lines of the field as one list. A missing field is the same as an empty one. */
  static AcceptEncoding of(Request request) {
    return parse(request.values(Field.ACCEPT_ENCODING));
  }

  static AcceptEncoding parse(List<String> lines) {
    Map<ContentCoding, Integer> weights = new EnumMap<>(ContentCoding.class);
    Integer anyOther = null;
    for (Weighted each : Weighted.parse(lines)) {
      ContentCoding coding = ContentCoding.of(each.value());
      if (coding != null) {
        weights.merge(coding, each.weight(), Math::min);
      } else if (each.value().equals("*")) {
        anyOther = anyOther == null ? each.weight() : Math.min(anyOther, each.weight());
      }
    }
    return new AcceptEncoding(weights, anyOther);
  }

  /**
   * Whether the client accepts it. Identity need not be listed: it is refused only by a weight of
   * 0, its own or that of the asterisk.
   */
  boolean accepts(ContentCoding coding) {
    return weight(coding) > 0;
  }

  /**
   * The coding to send: the accepted one with the highest weight, in case of a tie the first one in
   * the order of {@link ContentCoding}.
   *
   * <p>A client that accepts none of them gets identity instead of a 406 (RFC 9110 §12.4.1),
   * because a file is worth more than an error. Allocates nothing.
   *
   * @param available the codings that the server has; identity need not be among them
   */
  ContentCoding choose(Set<ContentCoding> available) {
    for (ContentCoding coding : accepted) {
      if (coding == ContentCoding.IDENTITY || available.contains(coding)) {
        return coding;
      }
    }
    return ContentCoding.IDENTITY;
  }

  private int weight(ContentCoding coding) {
    Integer listed = weights.get(coding);
    if (listed != null) {
      return listed;
    }
    if (anyOther != null) {
      return anyOther;
    }
    return coding == ContentCoding.IDENTITY ? MIN_WEIGHT : 0;
  }
}
