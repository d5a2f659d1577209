package tailgate.http;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One of several alternatives that a client accepts, as Accept and Accept-Encoding list them.
 *
 * @param value a coding or a media range, with its parameters, but without its weight
 * @param weight how much the client wants it, in thousandths from 0 to 1000 (RFC 9110 §12.4.2)
 */
record Weighted(String value, int weight) {

  static final int MAX_WEIGHT = 1000;

  /** There are some ten codings, and no client needs more media types, and each one costs time. */
  private static final int MAX_ELEMENTS = 64;

  private static final int MAX_LENGTH = 100;

  private static final String TOKEN = "[!#$%&'*+\\-.^_`|~0-9A-Za-z]+";

  private static final String PARAMETER =
      "[ \\t]*;[ \\t]*(?![qQ]=)" + TOKEN + "=(?:" + TOKEN + "|\"[^\"]*\")";

  private static final Pattern ELEMENT =
      Pattern.compile(
          "(?<value>"
              + TOKEN
              + "(?:/"
              + TOKEN
              + ")?(?:"
              + PARAMETER
              + ")*+)"
              + "(?:[ \\t]*;[ \\t]*[qQ]=(?<weight>0(?:\\.\\d{0,3})?|1(?:\\.0{0,3})?))?");

  /**
   * Reads all lines of a field as one list.
   *
   * <ul>
   *   <li>A malformed element, such as one with an invalid weight, is ignored.
   *   <li>A list of more than {@value #MAX_ELEMENTS} elements is ignored as a whole, and an element
   *       of more than {@value #MAX_LENGTH} characters is malformed.
   * </ul>
   */
  static List<Weighted> parse(List<String> lines) {
    List<String> elements = ListField.elements(String.join(",", lines), MAX_ELEMENTS);
    List<Weighted> parsed = new ArrayList<>();
    for (String element : elements.size() > MAX_ELEMENTS ? List.<String>of() : elements) {
      Matcher matcher = ELEMENT.matcher(element);
      if (element.length() <= MAX_LENGTH && matcher.matches()) {
        parsed.add(new Weighted(matcher.group("value"), thousandths(matcher.group("weight"))));
      }
    }
    return parsed;
  }

  private static int thousandths(@Nullable String weight) {
    return weight == null ? MAX_WEIGHT : new BigDecimal(weight).movePointRight(3).intValueExact();
  }
}
