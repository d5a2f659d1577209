package tailgate.http;

import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a representation of a resource from all its others (RFC 9110 §8.8.3).
 *
 * @param opaque the text between the quotes: visible characters except the double quote, and
 *     obs-text; may be empty
 * @param weak whether equal tags mean only equivalent content, not equal bytes
 */
public record EntityTag(String opaque, boolean weak) {

  /** The W is case-sensitive, and no white space follows it. */
  private static final String WEAK = "W/";

  private static final char QUOTE = '"';

  /**
   * Refuses an invalid tag.
   *
   * @throws IllegalArgumentException if a character is not allowed in a tag
   */
  public EntityTag {
    if (opaqueEnd(opaque, 0) < opaque.length()) {
      throw new IllegalArgumentException("not an entity tag: " + opaque);
    }
  }

  /** A tag that changes with every byte. */
  public static EntityTag strong(String opaque) {
    return new EntityTag(opaque, false);
  }

  /** A tag that changes only with the meaning. */
  public static EntityTag weak(String opaque) {
    return new EntityTag(opaque, true);
  }

  /** The tag with exactly this text, or null if the text is not a single tag. */
  public static @Nullable EntityTag parse(String text) {
    return end(text, 0) == text.length() ? of(text, 0, text.length()) : null;
  }

  /** Where the tag that begins at {@code from} ends; -1 if none begins there. */
  static int end(String text, int from) {
    int quote = text.startsWith(WEAK, from) ? from + WEAK.length() : from;
    if (quote >= text.length() || text.charAt(quote) != QUOTE) {
      return -1;
    }
    int end = opaqueEnd(text, quote + 1);
    return end < text.length() && text.charAt(end) == QUOTE ? end + 1 : -1;
  }

  /** The tag that begins at {@code from} and {@linkplain #end ends} at {@code to}. */
  static EntityTag of(String text, int from, int to) {
    boolean weak = text.charAt(from) != QUOTE;
    return new EntityTag(text.substring(weak ? from + WEAK.length() + 1 : from + 1, to - 1), weak);
  }

  /** The first character at or after {@code from} that may not be in a tag; the end if none. */
  private static int opaqueEnd(String text, int from) {
    int at = from;
    while (at < text.length() && isOpaque(text.charAt(at))) {
      at++;
    }
    return at;
  }

  /** Whether the character is one of {@code etagc}. */
  private static boolean isOpaque(char c) {
    return c > ' ' && c != QUOTE && c != 0x7f && c <= 0xff;
  }

  /** Strong comparison: equal, and neither is weak (RFC 9110 §8.8.3.2). */
  public boolean matchesStrongly(EntityTag other) {
    return !weak && !other.weak && matchesWeakly(other);
  }

  /** Weak comparison: equal, weak or not (RFC 9110 §8.8.3.2). */
  public boolean matchesWeakly(EntityTag other) {
    return opaque.equals(other.opaque);
  }

  /** Returns the tag as it is sent: {@code "x"} or {@code W/"x"}. */
  @Override
  public String toString() {
    return (weak ? WEAK : "") + QUOTE + opaque + QUOTE;
  }
}
