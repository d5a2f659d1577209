package tailgate.http;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Distinguishes a representation of a resource from all its others (RFC 9110 §8.8.3).
 *
 * @param opaque the text between the quotes: visible characters except the double quote, and
 *     obs-text; may be empty
 * @param weak whether equal tags mean only equivalent content, not equal bytes
 */
public record EntityTag(String opaque, boolean weak) {

  private static final String ETAGC = "[\\x21\\x23-\\x7e\\x80-\\xff]";

  /** One entity-tag. The W is case-sensitive, and no white space follows it. */
  static final Pattern ENTITY_TAG = Pattern.compile("(?<weak>W/)?\"(?<opaque>" + ETAGC + "*)\"");

  private static final Pattern OPAQUE = Pattern.compile(ETAGC + "*");

  /**
   * Refuses an invalid tag.
   *
   * @throws IllegalArgumentException if a character is not allowed in a tag
   */
  public EntityTag {
    if (!OPAQUE.matcher(opaque).matches()) {
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
    Matcher matcher = ENTITY_TAG.matcher(text);
    return matcher.matches() ? of(matcher) : null;
  }

  /** The tag that a matcher of {@link #ENTITY_TAG} has just found. */
  static EntityTag of(Matcher found) {
    return new EntityTag(found.group("opaque"), found.start("weak") >= 0);
  }

  /** Strong comparison: equal, and neither is weak (RFC 9110 §8.8.3.2). */
  public boolean matchesStrongly(EntityTag other) {
    return !weak && !other.weak && matchesWeakly(other);
  }

  /** Weak comparison: equal, weak or not (RFC 9110 §8.8.3.2). */
  public boolean matchesWeakly(EntityTag other) {
    return opaque.equals(other.opaque);
  }

  /** As it is sent: {@code "x"} or {@code W/"x"}. */
  @Override
  public String toString() {
    return (weak ? "W/\"" : "\"") + opaque + '"';
  }
}
