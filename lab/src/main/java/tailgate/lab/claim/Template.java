package tailgate.lab.claim;

import static tailgate.lab.load.Text.format;

import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * A text that has places for values: <code>{name}</code>, or <code>{name:%.1f}</code> for a number
 * in that format.
 */
record Template(String text) {

  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)(?::([^}]+))?}");

  /** Returns the text with the value of each name; a number without a format is printed whole. */
  String fill(Function<String, Object> values) {
    return PLACE
        .matcher(text)
        .replaceAll(
            place -> {
              Object value = values.apply(place.group(1));
              if (value.equals(Double.NaN)) {
                return "unknown";
              }
              String usual = value instanceof Double ? "%,.0f" : "%s";
              return format(place.group(2) == null ? usual : place.group(2), value);
            });
  }
}
