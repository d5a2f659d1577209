package tailgate.lab.plan;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.Map;

/**
 * Replaces the names of parameters by their values. If a text consists of {@code {NAME}} alone, the
 * value is read as YAML, and may be a number or a list. Otherwise it becomes a part of the text;
 * {@code {NAME:%,d}} is a number in this format. A field is left out if its value is empty.
 *
 * @param yaml reads the values
 * @param values the values by the names
 */
record Substitution(ObjectMapper yaml, Map<String, String> values) {

  /** Returns a tree with all values, also in the names of its fields. */
  JsonNode in(JsonNode tree) throws JsonProcessingException {
    if (tree instanceof ObjectNode fields) {
      ObjectNode changed = fields.objectNode();
      for (Map.Entry<String, JsonNode> field : fields.properties()) {
        if (!isAbsent(field.getValue())) {
          changed.set(filled(field.getKey()), in(field.getValue()));
        }
      }
      return changed;
    } else if (tree instanceof ArrayNode items) {
      for (int i = 0; i < items.size(); i++) {
        items.set(i, in(items.get(i)));
      }
    } else if (tree instanceof TextNode text) {
      return in(text.textValue());
    }
    return tree;
  }

  /** Returns whether a text has the name of a value that is empty: there is no such field then. */
  private boolean isAbsent(JsonNode value) {
    return value instanceof TextNode text
        && values.entrySet().stream()
            .filter(entry -> entry.getValue().isEmpty())
            .anyMatch(entry -> text.textValue().contains("{" + entry.getKey() + "}"));
  }

  private JsonNode in(String text) throws JsonProcessingException {
    for (Map.Entry<String, String> value : values.entrySet()) {
      if (text.equals("{" + value.getKey() + "}")) {
        return yaml.readTree(value.getValue());
      }
    }
    return TextNode.valueOf(filled(text));
  }

  private String filled(String text) {
    String filled = text;
    for (Map.Entry<String, String> value : values.entrySet()) {
      filled = filled.replace("{" + value.getKey() + "}", value.getValue());
      String grouped = "{" + value.getKey() + ":%,d}";
      if (filled.contains(grouped)) {
        filled = filled.replace(grouped, format("%,d", Long.parseLong(value.getValue())));
      }
    }
    return filled;
  }
}
