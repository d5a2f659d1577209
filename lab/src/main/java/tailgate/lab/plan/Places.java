package tailgate.lab.plan;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The lines of a YAML text, by JSON pointers (RFC 6901). The line of a field is that of its name.
 */
record Places(Map<String, Integer> lines) {

  Places {
    lines = Map.copyOf(lines);
  }

  /**
   * Reads a text.
   *
   * @throws JsonParseException if the text is not YAML, or has an alias: Jackson would take that
   *     for a text
   */
  static Places of(YAMLFactory yaml, String text) throws IOException {
    Map<String, Integer> lines = new HashMap<>();
    try (YAMLParser parser = yaml.createParser(text)) {
      while (parser.nextToken() != null) {
        if (parser.isCurrentAlias()) {
          throw new JsonParseException(
              parser,
              "an alias such as *name is not read; write it out, or put it into \"with\"",
              parser.currentTokenLocation());
        }
        if (parser.currentToken() != JsonToken.END_ARRAY
            && parser.currentToken() != JsonToken.END_OBJECT) {
          lines.putIfAbsent(
              parser.getParsingContext().pathAsPointer().toString(),
              parser.currentTokenLocation().getLineNr());
        }
      }
    }
    return new Places(lines);
  }

  /** Returns the pointer to a field of a place. */
  static String below(String pointer, String name) {
    return pointer + "/" + name.replace("~", "~0").replace("/", "~1");
  }

  /**
   * Returns the line of a place, or of the nearest place around it that is in the text.
   *
   * @param pointer the place, in the tree that was made of the text
   * @param prefix a pointer to the map of changes that have been merged into this tree; empty for
   *     none
   */
  int lineOf(String pointer, String prefix) {
    for (String at = pointer; !at.isEmpty(); at = at.substring(0, at.lastIndexOf('/'))) {
      for (String place : written(at)) {
        Integer line = lines.getOrDefault(prefix + place, lines.get(place));
        if (line != null) {
          return line;
        }
      }
    }
    return 1;
  }

  /**
   * Returns all ways to write a place: a list of one value may be written as this value, and has no
   * place 0 then.
   */
  private static List<String> written(String pointer) {
    List<String> all = List.of("");
    for (String name : pointer.substring(1).split("/", -1)) {
      List<String> longer = new ArrayList<>();
      all.forEach(start -> longer.add(start + "/" + name));
      if (name.equals("0")) {
        longer.addAll(all);
      }
      all = longer;
    }
    return all;
  }
}
