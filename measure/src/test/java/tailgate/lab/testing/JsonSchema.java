package tailgate.lab.testing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;

/**
 * The part of JSON Schema (draft 2020-12) that the schemas of the lab use: {@code $ref}, {@code
 * anyOf}, {@code type}, {@code required}, {@code properties}, {@code additionalProperties}, {@code
 * pattern}, {@code items}, {@code enum} and {@code const}.
 */
public record JsonSchema(JsonNode root) {

  /** What does not fit, with its place; empty if all does. */
  public List<String> errors(JsonNode value) {
    return errors(root, value, "");
  }

  /** The same for one of the types. */
  public List<String> errors(String type, JsonNode value) {
    return errors(root.at("/$defs/" + type), value, type);
  }

  private List<String> errors(JsonNode schema, JsonNode value, String at) {
    List<String> errors = new ArrayList<>();
    if (schema.has("$ref")) {
      String place = schema.get("$ref").asText().substring(1); // "#/$defs/Name"
      errors.addAll(errors(root.at(place), value, at));
    }
    if (schema.has("anyOf")) {
      anyOf(schema.get("anyOf"), value, at).ifPresent(errors::addAll);
    }
    if (schema.has("type") && !isOfType(schema.get("type").asText(), value)) {
      errors.add("%s: no %s: %s".formatted(at, schema.get("type").asText(), value));
    }
    if (schema.has("pattern") && !value.asText().matches(schema.get("pattern").asText())) {
      errors.add("%s: not like %s: %s".formatted(at, schema.get("pattern").asText(), value));
    }
    if (schema.has("enum") && !contains(schema.get("enum"), value)) {
      errors.add("%s: none of %s: %s".formatted(at, schema.get("enum"), value));
    }
    if (schema.has("const") && !schema.get("const").equals(value)) {
      errors.add("%s: not %s: %s".formatted(at, schema.get("const"), value));
    }
    schema
        .path("required")
        .forEach(name -> missing(name.asText(), value, at).ifPresent(errors::add));
    value
        .fieldNames()
        .forEachRemaining(
            name -> {
              JsonNode known = schema.path("properties").path(name);
              JsonNode rest = schema.path("additionalProperties");
              JsonNode fit = known.isMissingNode() ? rest : known;
              if (fit.isBoolean() && !fit.asBoolean()) {
                errors.add("%s: there is no %s".formatted(at, name));
              }
              errors.addAll(errors(fit, value.get(name), at + "/" + name));
            });
    for (int i = 0; value.isArray() && i < value.size(); i++) {
      errors.addAll(errors(schema.path("items"), value.get(i), at + "/" + i));
    }
    return errors;
  }

  /** Those of the best fit. */
  private Optional<List<String>> anyOf(JsonNode schemas, JsonNode value, String at) {
    return StreamSupport.stream(schemas.spliterator(), false)
        .map(schema -> errors(schema, value, at))
        .min((one, other) -> Integer.compare(one.size(), other.size()));
  }

  private static Optional<String> missing(String name, JsonNode value, String at) {
    return value.has(name) ? Optional.empty() : Optional.of("%s: no %s".formatted(at, name));
  }

  private static boolean contains(JsonNode values, JsonNode value) {
    return StreamSupport.stream(values.spliterator(), false).anyMatch(value::equals);
  }

  private static boolean isOfType(String type, JsonNode value) {
    return switch (type) {
      case "object" -> value.isObject();
      case "array" -> value.isArray();
      case "string" -> value.isTextual();
      case "integer" -> value.isIntegralNumber();
      case "number" -> value.isNumber();
      case "boolean" -> value.isBoolean();
      case "null" -> value.isNull();
      default -> throw new AssertionError("no type " + type);
    };
  }
}
