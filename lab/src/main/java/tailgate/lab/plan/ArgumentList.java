package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;

/**
 * The arguments of a program. A file writes them as one text with blanks between them, or as a list
 * if one of them contains a blank.
 */
public record ArgumentList(@JsonValue List<String> all) {

  public static final ArgumentList NONE = new ArgumentList(List.of());

  /** Blanks, but not those in a place such as {@code {16 per processor}}. */
  private static final String BLANKS = "\\s+(?![^{]*})";

  public ArgumentList {
    all = List.copyOf(all);
  }

  /**
   * Reads the value of a field.
   *
   * @throws IllegalArgumentException if the value is neither a text nor a list
   */
  @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
  static ArgumentList of(Object value) {
    return switch (value) {
      case String text when text.isBlank() -> NONE;
      case String text -> new ArgumentList(List.of(text.strip().split(BLANKS)));
      case List<?> list -> new ArgumentList(list.stream().map(String::valueOf).toList());
      default ->
          throw new IllegalArgumentException(
              "one text such as \"--workers 8\", or a list of texts");
    };
  }

  /**
   * Returns these arguments, followed by additional ones. An additional option replaces the option
   * of the same name and its value, because a stage refuses most options that are given twice.
   */
  public ArgumentList and(ArgumentList additional) {
    List<String> names =
        additional.all.stream().filter(ArgumentList::isOption).map(ArgumentList::nameOf).toList();
    List<String> merged = new ArrayList<>(without(names::contains).all);
    merged.addAll(additional.all);
    return new ArgumentList(merged);
  }

  /** Returns these arguments without some options, which are chosen by name, and their values. */
  public ArgumentList without(Predicate<String> isChosen) {
    List<String> others = new ArrayList<>();
    boolean isLeftOut = false;
    for (String word : all) {
      isLeftOut = isOption(word) ? isChosen.test(nameOf(word)) : isLeftOut;
      if (!isLeftOut) {
        others.add(word);
      }
    }
    return new ArgumentList(others);
  }

  /** Returns the number behind the first of some options that is present; empty if none is. */
  public OptionalInt number(List<String> options) {
    for (String option : options) {
      for (int i = 0; i < all.size(); i++) {
        String[] word = all.get(i).split("=", 2);
        String value = word.length > 1 ? word[1] : i + 1 < all.size() ? all.get(i + 1) : "";
        if (word[0].equals(option) && value.matches("\\d{1,9}")) {
          return OptionalInt.of(Integer.parseInt(value));
        }
      }
    }
    return OptionalInt.empty();
  }

  private static boolean isOption(String word) {
    return word.startsWith("-");
  }

  private static String nameOf(String option) {
    int equals = option.indexOf('=');
    return equals < 0 ? option : option.substring(0, equals);
  }

  @Override
  public String toString() {
    return String.join(" ", all);
  }
}
