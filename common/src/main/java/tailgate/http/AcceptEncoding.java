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
 * <p>Where the RFC leaves a choice:
 *
 * <ul>
 *   <li>Without the field, only identity is sent: most clients that do not send it cannot decode
 *       anything else.
 *   <li>Identity that is not listed is acceptable, but any listed coding is preferred.
 *   <li>A malformed element, such as one with an invalid weight, is ignored.
 *   <li>If a coding is listed twice, the lower weight counts.
 *   <li>A list of more than {@value #MAX_CODINGS} codings is ignored as a whole, and an element of
 *       more than {@value #MAX_ELEMENT} characters is malformed. There are some ten codings, so no
 *       client needs more, and each one costs time.
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

  private static final int MAX_CODINGS = 64;
  private static final int MAX_ELEMENT = 100;

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
    List<String> elements = ListField.elements(String.join(",", lines), MAX_CODINGS);
    for (String element : elements.size() > MAX_CODINGS ? List.<String>of() : elements) {
      Matcher matcher = ELEMENT.matcher(element);
      if (element.length() <= MAX_ELEMENT && matcher.matches()) {
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
