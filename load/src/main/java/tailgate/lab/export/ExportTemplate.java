package tailgate.lab.export;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.lab.load.JsonFiles;

/** The files that lie beside this class, and what fills them. */
final class ExportTemplate {

  private static final Pattern SLOT = Pattern.compile("\\{\\{(\\w+)}}");

  private ExportTemplate() {}

  static String read(String file) {
    return JsonFiles.resource(ExportTemplate.class, file);
  }

  /** Returns a file with values where it has {@code {{name}}}. */
  static String filled(String file, Map<String, String> values) {
    return SLOT.matcher(read(file))
        .replaceAll(slot -> Matcher.quoteReplacement(values.getOrDefault(slot.group(1), "")));
  }

  /** Returns a new map that can grow, of names and values in turn. */
  static Map<String, Object> map(Object... namesAndValues) {
    Map<String, Object> map = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      map.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return map;
  }

  static String millis(long millis) {
    return millis + "ms";
  }
}
