package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import com.fasterxml.jackson.databind.BeanDescription;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * Makes the JSON Schema (draft 2020-12) of the file of an experiment from the records. With it, an
 * editor completes the names of fields, and underlines unknown ones.
 */
final class ExperimentSchema {

  /** The place of a parameter, which may stand for any value. */
  private static final String PLACE = "\\{[a-z-]+\\}";

  private final ObjectNode types = FileMapper.MAPPER.createObjectNode();

  private ExperimentSchema() {}

  /** Returns the whole schema. */
  static JsonNode make() {
    ExperimentSchema schema = new ExperimentSchema();
    ObjectNode root = FileMapper.MAPPER.createObjectNode();
    root.put("$schema", "https://json-schema.org/draft/2020-12/schema");
    root.put("title", "An experiment of the lab");
    ObjectNode file = schema.fields(type(ExperimentFile.class));
    ObjectNode shorter = file.deepCopy();
    shorter.remove("required");
    ((ObjectNode) shorter.get("properties")).set("parameters", simple("object")); // parts of them
    ((ObjectNode) file.get("properties")).set("quick", shorter);
    root.setAll(file);
    root.set("$defs", schema.types);
    return root;
  }

  private static JavaType type(Class<?> raw) {
    return FileMapper.MAPPER.constructType(raw);
  }

  private ObjectNode of(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (raw == Axis.class) {
      ObjectNode values = object();
      values.put("type", "object");
      values.set("additionalProperties", any(of(type(Variation.class)), simple("null")));
      return any(text(), list(text()), values);
    }
    if (type.isMapLikeType()) {
      ObjectNode map = simple("object");
      map.set("additionalProperties", of(type.getContentType()));
      return map;
    }
    if (type.isCollectionLikeType()) {
      return any(of(type.getContentType()), list(of(type.getContentType())));
    }
    if (raw.isEnum()) {
      return any(constants(raw), place());
    }
    if (raw == ArgumentList.class) {
      return any(text(), list(text()));
    }
    if (raw == Duration.class) {
      return pattern("\\d{1,9}(us|ms|s|m)|" + PLACE);
    }
    boolean isText =
        Arrays.stream(raw.getDeclaredMethods())
            .anyMatch(method -> method.isAnnotationPresent(JsonValue.class));
    return isText || !raw.isRecord() ? scalar(raw) : reference(type);
  }

  private static ObjectNode scalar(Class<?> raw) {
    return switch (raw.getSimpleName()) {
      case "int", "Integer", "long", "Long" -> any(simple("integer"), place());
      case "double", "Double" -> any(simple("number"), place());
      case "boolean", "Boolean" -> simple("boolean");
      default -> text(); // or a type that is written as a text
    };
  }

  /** Accepts every scalar, because YAML reads 9.95 and true as no texts where a text is meant. */
  private static ObjectNode text() {
    return any(simple("string"), simple("number"), simple("boolean"));
  }

  private ObjectNode reference(JavaType type) {
    String name = type.getRawClass().getSimpleName();
    if (!types.has(name)) {
      types.set(name, object()); // the type may contain itself
      types.set(name, fields(type));
    }
    ObjectNode reference = object();
    reference.put("$ref", "#/$defs/" + name);
    boolean hasShortForm =
        Arrays.stream(type.getRawClass().getDeclaredMethods())
            .anyMatch(method -> method.isAnnotationPresent(JsonCreator.class));
    return hasShortForm ? any(reference, text()) : reference;
  }

  private ObjectNode fields(JavaType type) {
    BeanDescription description = FileMapper.MAPPER.getDeserializationConfig().introspect(type);
    Map<String, ObjectNode> properties = new TreeMap<>();
    ObjectNode schema = simple("object");
    ArrayNode required = schema.arrayNode();
    for (BeanPropertyDefinition property : description.findProperties()) {
      properties.put(property.getName(), of(property.getPrimaryType()));
      if (property.isRequired()) {
        required.add(property.getName());
      }
    }
    if (!required.isEmpty()) {
      schema.set("required", required);
    }
    schema.putObject("properties").setAll(properties);
    schema.put("additionalProperties", false);
    return schema;
  }

  private static ObjectNode constants(Class<?> type) {
    ObjectNode schema = object();
    ArrayNode names = schema.putArray("enum");
    for (Object constant : type.getEnumConstants()) {
      names.add(((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'));
    }
    return schema;
  }

  private static ObjectNode place() {
    return pattern(PLACE);
  }

  private static ObjectNode pattern(String regex) {
    ObjectNode schema = simple("string");
    schema.put("pattern", "^(" + regex + ")$");
    return schema;
  }

  private static ObjectNode list(ObjectNode items) {
    ObjectNode schema = simple("array");
    schema.set("items", items);
    return schema;
  }

  private static ObjectNode any(ObjectNode... schemas) {
    ObjectNode schema = object();
    ArrayNode all = schema.putArray("anyOf");
    Arrays.stream(schemas).forEach(all::add);
    return schema;
  }

  private static ObjectNode simple(String type) {
    ObjectNode schema = object();
    schema.put("type", type);
    return schema;
  }

  private static ObjectNode object() {
    return FileMapper.MAPPER.createObjectNode();
  }
}
