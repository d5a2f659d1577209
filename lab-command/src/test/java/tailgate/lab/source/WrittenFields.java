package tailgate.lab.source;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.results.Archive;

/**
 * All types of which an archive is made, as Jackson writes them: their fields, each with its type
 * in the words of docs/runs.md. The constants of an enum are its fields, with no type.
 */
final class WrittenFields {

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final Map<String, Class<?>> classes = new LinkedHashMap<>();
  private final Map<String, Map<String, String>> types = new TreeMap<>();

  private WrittenFields() {}

  /** Of headings, failures, and of the plan and the results of every experiment that there is. */
  static Map<String, Map<String, String>> all() throws ReflectiveOperationException {
    WrittenFields fields = new WrittenFields();
    fields.text(Archive.Heading.class);
    fields.text(Archive.Failure.class);
    for (JavaClass experiment :
        new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .withImportOption(location -> location.contains("Experiment.class"))
            .importPackages("tailgate.lab")) {
      if (experiment.isAssignableTo(Experiment.class) && !experiment.isInterface()) {
        Class<?> type = experiment.reflect();
        fields.text(type.getMethod("plan").getGenericReturnType());
        fields.text(result(type));
      }
    }
    return fields.types;
  }

  /** The second argument of its {@code Experiment<R, T>}. */
  private static Type result(Class<?> experiment) {
    return Arrays.stream(experiment.getGenericInterfaces())
        .filter(ParameterizedType.class::isInstance)
        .map(ParameterizedType.class::cast)
        .filter(type -> type.getRawType() == Experiment.class)
        .map(type -> type.getActualTypeArguments()[1])
        .findFirst()
        .orElseThrow();
  }

  private String text(Type type) {
    return text(MAPPER.getTypeFactory().constructType(type));
  }

  private String text(JavaType type) {
    Class<?> raw = type.getRawClass();
    if (type.isMapLikeType()) {
      text(type.getKeyType());
      return "map of " + text(type.getContentType());
    }
    return type.isCollectionLikeType()
        ? "list of " + text(type.getContentType())
        : simple(raw).orElseGet(() -> composed(raw));
  }

  private static Optional<String> simple(Class<?> raw) {
    String text =
        switch (raw.getSimpleName()) {
          case "String" -> "text";
          case "int", "long", "Integer", "Long" -> "integer";
          case "double", "Double" -> "number";
          case "boolean", "Boolean" -> "boolean";
          default -> raw == Duration.class ? "duration" : raw == JsonNode.class ? "JSON" : "";
        };
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }

  private String composed(Class<?> raw) {
    var description = MAPPER.getSerializationConfig().introspect(MAPPER.constructType(raw));
    if (description.findJsonValueAccessor() != null) {
      return text(description.findJsonValueAccessor().getType());
    }
    String name = raw.getSimpleName();
    Class<?> known = classes.putIfAbsent(name, raw);
    if (known != null && known != raw) {
      throw new AssertionError("a reader cannot tell %s and %s apart".formatted(known, raw));
    }
    if (known == null) {
      Map<String, String> fields = new LinkedHashMap<>();
      types.put(name, fields);
      if (raw.isEnum()) {
        Arrays.stream(raw.getEnumConstants())
            .forEach(word -> fields.put(((Enum<?>) word).name(), ""));
      } else {
        description.findProperties().stream()
            .filter(BeanPropertyDefinition::couldSerialize)
            .forEach(field -> fields.put(field.getName(), typeOf(raw, field)));
      }
    }
    return name;
  }

  private String typeOf(Class<?> raw, BeanPropertyDefinition field) {
    boolean nullable =
        Optional.ofNullable(raw.getRecordComponents()).stream()
            .flatMap(Arrays::stream)
            .filter(component -> component.getName().equals(field.getName()))
            .map(RecordComponent::getAnnotatedType)
            .map(AnnotatedElement.class::cast)
            .anyMatch(type -> type.isAnnotationPresent(Nullable.class));
    return text(field.getAccessor().getType()) + (nullable ? " or null" : "");
  }
}
