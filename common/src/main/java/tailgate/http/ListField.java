package tailgate.http;

import java.util.ArrayList;
import java.util.List;

/** Comma-separated lists (RFC 9110 §5.6.1) whose elements contain no comma. */
final class ListField {

  private ListField() {}

  /** The elements without surrounding white space; empty ones are ignored (§5.6.1.2). */
  static List<String> elements(String value) {
    List<String> elements = new ArrayList<>();
    int from = 0;
    while (from <= value.length()) {
      int comma = value.indexOf(',', from);
      int to = comma < 0 ? value.length() : comma;
      String element = withoutWhiteSpace(value, from, to);
      if (!element.isEmpty()) {
        elements.add(element);
      }
      from = to + 1;
    }
    return elements;
  }

  /** OWS is SP and HTAB only (§5.6.3); {@link String#strip} would remove more. */
  private static String withoutWhiteSpace(String value, int from, int to) {
    int first = from;
    int end = to;
    while (first < end && isWhiteSpace(value.charAt(first))) {
      first++;
    }
    while (end > first && isWhiteSpace(value.charAt(end - 1))) {
      end--;
    }
    return value.substring(first, end);
  }

  private static boolean isWhiteSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
