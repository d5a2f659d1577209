package tailgate.http;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The content codings that a client accepts (RFC 9110 §12.5.3). Immutable.
 *
 * <p>Where the RFC leaves room:
 *
 * <ul>
 *   <li>Without the field any coding would do, and yet only identity is sent: who says nothing
 *       seldom decodes.
 *   <li>An identity that is not listed is acceptable, but less welcome than any coding that is.
 *   <li>An element that breaks the rules, by its weight for one, counts as not sent.
 *   <li>Of a coding that is listed twice the lower weight counts.
 * </ul>
 */
final class AcceptEncoding {

  private static final Pattern ELEMENT =
      Pattern.compile(
          "(?<coding>[!#$%&'*+\\-.^_`|~0-9A-Za-z]+)"
              + "(?:[ \\t]*;[ \\t]*[qQ]=(?<weight>0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?))?");

  /** A weight is a number of thousandths (RFC 9110 §12.4.2). */
  private static final int MAX_WEIGHT = 1000;

  private static final int MIN_WEIGHT = 1;

  private final Map<ContentCoding, Integer> weights;

  /** Of the asterisk, which is any coding that is not listed; null if it was not sent. */
  private final @Nullable Integer anyOther;

  /** Those that are accepted, the most welcome first. Never changed. */
  private final ContentCoding[] accepted;

  private AcceptEncoding(Map<ContentCoding, Integer> weights, @Nullable Integer anyOther) {
    this.weights = weights;
    this.anyOther = anyOther;
    this.accepted =
        Arrays.stream(ContentCoding.values())
            .filter(this::accepts)
            .sorted(Comparator.comparingInt(this::weight).reversed()) // stable: the best first
            .toArray(ContentCoding[]::new);
  }

  /** Reads all lines of the field as one list; none of them is the same as an empty one. */
  static AcceptEncoding of(Request request) {
    return parse(request.values(Field.ACCEPT_ENCODING));
  }

  static AcceptEncoding parse(List<String> lines) {
    Map<ContentCoding, Integer> weights = new EnumMap<>(ContentCoding.class);
    Integer anyOther = null;
    for (String element : ListField.elements(String.join(",", lines))) {
      Matcher matcher = ELEMENT.matcher(element);
      if (matcher.matches()) {
        int weight = thousandths(matcher.group("weight"));
        ContentCoding coding = ContentCoding.of(matcher.group("coding"));
        if (coding != null) {
          weights.merge(coding, weight, Math::min);
        } else if (matcher.group("coding").equals("*")) {
          anyOther = anyOther == null ? weight : Math.min(anyOther, weight);
        }
      }
    }
    return new AcceptEncoding(weights, anyOther);
  }

  private static int thousandths(@Nullable String weight) {
    return weight == null ? MAX_WEIGHT : new BigDecimal(weight).movePointRight(3).intValueExact();
  }

  /**
   * Whether the client listed it. Identity need not be listed: it is refused only by its own weight
   * of 0, or by that of the asterisk.
   */
  boolean accepts(ContentCoding coding) {
    return weight(coding) > 0;
  }

  /**
   * The coding to send: the one with the highest weight, the first in the order of {@link
   * ContentCoding} if there are several.
   *
   * <p>A client that accepts nothing of what there is gets identity all the same, as if there had
   * been no choice, rather than a 406 (RFC 9110 §12.4.1): a file that somebody can look at is worth
   * more than an error.
   *
   * <p>Makes no garbage.
   *
   * @param available identity is, whether it is in there or not
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
