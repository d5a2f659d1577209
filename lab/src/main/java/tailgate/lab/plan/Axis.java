package tailgate.lab.plan;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.JsonDeserializer;
import com.fasterxml.jackson.databind.annotation.JsonDeserialize;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A respect in which arms differ: its values in their order, each with the settings that it
 * changes. A file writes a list of values if these say enough, as the names of stages do, and a map
 * otherwise.
 */
@JsonDeserialize(using = Axis.Reader.class)
public record Axis(Map<String, Variation> values) {

  /** The axes whose values are those of the field of the same name, and need no explanation. */
  public static final List<String> PLAIN = List.of("stage", "java", "users", "connections");

  public Axis {
    values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
  }

  static final class Reader extends JsonDeserializer<Axis> {

    @Override
    public Axis deserialize(JsonParser parser, DeserializationContext context) throws IOException {
      Map<String, Variation> values = new LinkedHashMap<>();
      if (parser.currentToken() != JsonToken.START_OBJECT) {
        List<String> names =
            context.readValue(
                parser,
                context.getTypeFactory().constructType(new TypeReference<List<String>>() {}));
        names.forEach(name -> values.put(name, Variation.NONE));
      } else {
        Map<String, Variation> named =
            context.readValue(
                parser,
                context
                    .getTypeFactory()
                    .constructType(new TypeReference<LinkedHashMap<String, Variation>>() {}));
        named.forEach(
            (name, changes) -> values.put(name, changes == null ? Variation.NONE : changes));
      }
      return new Axis(values);
    }
  }
}
