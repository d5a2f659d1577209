package tailgate.lab.plan;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationContext;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.EnumNamingStrategies;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.deser.std.FromStringDeserializer;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.ser.std.StdScalarSerializer;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLParser;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Maps YAML to the records of a file: names are in kebab case, a single value may stand for a list,
 * and a time has a unit.
 */
final class FileMapper {

  /** On and off are words, as in YAML 1.2: values of an axis may have these names. */
  static final YAMLFactory YAML =
      YAMLFactory.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(YAMLParser.Feature.PARSE_BOOLEAN_LIKE_WORDS_AS_STRINGS)
          .build();

  static final ObjectMapper MAPPER =
      JsonMapper.builder(YAML)
          .propertyNamingStrategy(PropertyNamingStrategies.KEBAB_CASE)
          .enumNamingStrategy(EnumNamingStrategies.KEBAB_CASE)
          .enable(DeserializationFeature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(
                  JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
          .addModule(times())
          .build();

  private FileMapper() {}

  /** Merges as in RFC 7396: objects are merged, everything else is replaced, and null removes. */
  static void merge(ObjectNode into, ObjectNode changes) {
    for (Map.Entry<String, JsonNode> change : changes.properties()) {
      JsonNode before = into.get(change.getKey());
      if (before instanceof ObjectNode old && change.getValue() instanceof ObjectNode update) {
        merge(old, update);
      } else if (change.getValue().isNull()) {
        into.remove(change.getKey());
      } else {
        into.set(change.getKey(), change.getValue());
      }
    }
  }

  /** Reads and writes times such as {@code 20ms}. */
  private static SimpleModule times() {
    return new SimpleModule()
        .addSerializer(
            Duration.class,
            new StdScalarSerializer<>(Duration.class) {
              private static final long serialVersionUID = 1;

              @Override
              public void serialize(
                  Duration time, JsonGenerator generator, SerializerProvider provider)
                  throws IOException {
                generator.writeString(time.toNanos() / 1_000 + "us");
              }
            })
        .addDeserializer(
            Duration.class,
            new FromStringDeserializer<>(Duration.class) {
              private static final long serialVersionUID = 1;

              private static final Pattern TIME = Pattern.compile("(\\d{1,9})(us|ms|s|m)");

              @Override
              protected Duration _deserialize(String value, DeserializationContext context)
                  throws IOException {
                Matcher time = TIME.matcher(value);
                if (!time.matches()) {
                  return (Duration)
                      context.handleWeirdStringValue(Duration.class, value, "no time");
                }
                long number = Long.parseLong(time.group(1));
                return switch (time.group(2)) {
                  case "us" -> Duration.ofNanos(1_000 * number);
                  case "ms" -> Duration.ofMillis(number);
                  case "s" -> Duration.ofSeconds(number);
                  default -> Duration.ofMinutes(number);
                };
              }
            });
  }
}
