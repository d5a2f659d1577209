package tailgate.http;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/** The value of If-Match and of If-None-Match (RFC 9110 §13.1.1, §13.1.2). */
sealed interface EntityTags {

  /** The largest number of tags in a list, over all lines of the field. */
  int MAX_TAGS = 100;

  /** The asterisk: any representation. */
  record Any() implements EntityTags {}

  /** A list of tags, which may be empty. */
  record Listed(List<EntityTag> tags) implements EntityTags {
    public Listed {
      tags = List.copyOf(tags);
    }
  }

  /**
   * Reads all lines of the field as one list (RFC 9110 §5.3), in which elements may be empty
   * (§5.6.1.2).
   *
   * <p>A malformed list, or an asterisk beside other elements, is read as an empty list. The RFC
   * leaves this open. Such a client gets the whole file from If-None-Match, never a 304, and
   * changes nothing with If-Match. The same applies to a list of more than {@link #MAX_TAGS} tags:
   * each one costs time, and a client has one tag for each copy that it keeps of this resource.
   */
  static EntityTags parse(List<String> lines) {
    if (lines.size() == 1 && lines.getFirst().equals("*")) {
      return new Any();
    }
    List<EntityTag> tags = new ArrayList<>();
    for (String line : lines) {
      if (!addTags(line, tags)) {
        return new Listed(List.of());
      }
    }
    return new Listed(tags);
  }

  /** Adds the tags of one line; false if it is malformed, or if there are too many. */
  private static boolean addTags(String line, List<EntityTag> tags) {
    boolean separated = true;
    int at = 0;
    while (at < line.length()) {
      char next = line.charAt(at);
      if (next == ',' || next == ' ' || next == '\t') {
        separated |= next == ',';
        at++;
      } else {
        int end = separated && tags.size() < MAX_TAGS ? EntityTag.end(line, at) : -1;
        if (end < 0) {
          return false;
        }
        tags.add(EntityTag.of(line, at, end));
        separated = false;
        at = end;
      }
    }
    return true;
  }

  /**
   * Whether the current representation is among them.
   *
   * @param current null if there is none
   * @param comparison {@link EntityTag#matchesStrongly} or {@link EntityTag#matchesWeakly}
   */
  default boolean contain(
      @Nullable Validators current, BiPredicate<EntityTag, EntityTag> comparison) {
    if (current == null) {
      return false;
    }
    EntityTag tag = current.entityTag();
    return switch (this) {
      case Any any -> true;
      case Listed listed ->
          tag != null && listed.tags().stream().anyMatch(each -> comparison.test(each, tag));
    };
  }
}
