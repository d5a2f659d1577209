package tailgate.lab.plan;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Adds up variations. A later one replaces the fields of an earlier one, and maps are merged (RFC
 * 7396); arguments and options are added up by {@link ArgumentList#and}. An instance is confined to
 * one thread.
 */
final class VariationSum {

  private static final List<String> ADDED_UP = List.of("arguments", "jvm");

  private final ObjectNode sum = FileMapper.MAPPER.createObjectNode();

  /** Adds a variation, if there is one. */
  VariationSum and(@Nullable Variation other) {
    if (other != null) {
      ObjectNode fields = FileMapper.MAPPER.valueToTree(other);
      fields.remove("name"); // this is the name of a value, and not of an arm
      ADDED_UP.forEach(field -> addUp(fields, field));
      FileMapper.merge(sum, fields);
    }
    return this;
  }

  /** Adds the value of an axis to the field of the same name. */
  VariationSum and(String field, String value) {
    sum.put(field, value);
    return this;
  }

  private void addUp(ObjectNode fields, String field) {
    Optional<JsonNode> before = sum.optional(field);
    Optional<JsonNode> added = fields.optional(field);
    if (before.isPresent() && added.isPresent()) {
      ArrayNode both = fields.putArray(field);
      arguments(before.get()).and(arguments(added.get())).all().forEach(both::add);
    }
  }

  private static ArgumentList arguments(JsonNode list) {
    return bound(list, ArgumentList.class);
  }

  /** Returns the sum, with the values of a setting in the place of the names of their axes. */
  Variation filled(Map<String, String> setting) {
    try {
      JsonNode all = new Substitution(FileMapper.MAPPER, setting).in(sum);
      return bound(all, Variation.class);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }

  private static <T> T bound(JsonNode tree, Class<T> type) {
    try {
      return FileMapper.MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
