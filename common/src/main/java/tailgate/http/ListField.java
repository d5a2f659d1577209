package tailgate.http;

import java.util.ArrayList;
import java.util.List;

/** Comma-separated lists (RFC 9110 §5.6.1) whose elements contain no comma. */
final class ListField {

  private ListField() {}

  /**
   * The elements without surrounding white space; empty ones are ignored (§5.6.1.2).
   *
   * @param max the caller accepts no more elements, so reading ends after one more
   */
  static List<String> elements(String value, int max) {
    List<String> elements = new ArrayList<>();
    int from = 0;
    while (from < value.length() && elements.size() <= max) {
      int comma = value.indexOf(',', from);
      int to = comma < 0 ? value.length() : comma;
      addUnlessEmpty(value, from, to, elements);
      from = to + 1;
    }
    return elements;
  }

  /** OWS is SP and HTAB only (§5.6.3); {@link String#strip} would remove more. */
  private static void addUnlessEmpty(String value, int from, int to, List<String> elements) {
    int first = from;
    int end = to;
    while (first < end && isWhiteSpace(value.charAt(first))) {
      first++;
    }
    while (end > first && isWhiteSpace(value.charAt(end - 1))) {
      end--;
    }
    if (first < end) {
      elements.add(value.substring(first, end));
    }
  }

  private static boolean isWhiteSpace(char c) {
    return c == ' ' || c == '\t';
  }
}
