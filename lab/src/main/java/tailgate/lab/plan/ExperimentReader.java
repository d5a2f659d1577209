package tailgate.lab.plan;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonMappingException.Reference;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.exc.InvalidFormatException;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.error.MarkedYAMLException;
import tailgate.lab.LabException;

/**
 * Reads an experiment. A mistake is reported with its file and line, and with what is allowed
 * there: {@code mine.yaml:12: there is no "figur" here; there are figure, of, than}.
 *
 * @param file the name of the file, for messages
 */
public record ExperimentReader(String file) {

  /** The experiments of this lab that have been read, by their names. */
  private static final Map<String, ExperimentFile> OF_LAB = new ConcurrentHashMap<>();

  private static final String SHORT_FORM = "quick";
  private static final String PARAMETERS = "parameters";

  /**
   * Reads a file.
   *
   * @throws LabException if there is no such file, or it has a mistake; see {@link #read(String,
   *     boolean, Map)}
   */
  public static ExperimentFile read(Path path, boolean quick, Map<String, String> given)
      throws LabException {
    try {
      return new ExperimentReader(path.getFileName().toString())
          .read(Files.readString(path), quick, given);
    } catch (NoSuchFileException e) {
      throw new LabException("there is no file " + path, e);
    } catch (IOException e) {
      throw new LabException("cannot read " + path + ": " + e, e);
    }
  }

  /**
   * Returns an experiment of this lab, in its long form.
   *
   * @throws IllegalArgumentException if there is no such file
   */
  public static ExperimentFile ofLab(String name) {
    return OF_LAB.computeIfAbsent(name, ExperimentReader::resource);
  }

  /**
   * Returns an experiment in its long form.
   *
   * @param ownText the text of a user's file, which was read before; null for an experiment of the
   *     lab
   */
  public static ExperimentFile known(String name, @Nullable String ownText) {
    if (ownText == null) {
      return ofLab(name);
    }
    return OF_LAB.computeIfAbsent(
        ownText,
        text -> {
          try {
            return new ExperimentReader(name).read(text, false, Map.of());
          } catch (LabException e) {
            throw new IllegalStateException(e.getMessage(), e);
          }
        });
  }

  private static ExperimentFile resource(String name) {
    String file = name + ".yaml";
    try (InputStream in = ExperimentReader.class.getResourceAsStream("/experiments/" + file)) {
      if (in == null) {
        throw new IllegalArgumentException("there is no " + file);
      }
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      return new ExperimentReader(file).read(text, false, Map.of());
    } catch (IOException | LabException e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  /** Returns the name of the experiment in a file: that of the file, without {@code .yaml}. */
  public static String nameOf(Path path) {
    return path.getFileName().toString().replaceFirst("\\.yaml$", "");
  }

  /**
   * Reads the text of the file.
   *
   * @param quick whether the short form is returned; mistakes in both forms are found anyway
   * @param given the values of parameters, by their names
   * @throws LabException if the text has a mistake; the message says where, and what is allowed
   *     there
   */
  public ExperimentFile read(String text, boolean quick, Map<String, String> given)
      throws LabException {
    try {
      Places places = Places.of(FileMapper.YAML, text);
      if (!(FileMapper.MAPPER.readTree(text) instanceof ObjectNode all)) {
        throw new LabException(located(1, "an experiment begins with \"question: …\""));
      }
      JsonNode changes = all.remove(SHORT_FORM);
      ObjectNode shorter = all.deepCopy();
      if (changes instanceof ObjectNode fields) {
        FileMapper.merge(shorter, fields);
      }
      ExperimentFile whole = checked(substituted(all, given), places, "");
      ExperimentFile brief = checked(substituted(shorter, given), places, "/" + SHORT_FORM);
      return quick ? brief : whole;
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 1 : e.getLocation().getLineNr();
      throw new LabException(located(line, problem(e)), e);
    } catch (IOException e) {
      throw new LabException(file + ": " + e.getMessage(), e);
    }
  }

  private String located(int line, String words) {
    return format("%s:%d: %s", file, line, words);
  }

  /** Says what is wrong with the YAML itself. */
  private static String problem(JsonProcessingException e) {
    return e.getCause() instanceof MarkedYAMLException yaml && yaml.getProblem() != null
        ? yaml.getProblem()
        : e.getOriginalMessage().lines().findFirst().orElse("").strip();
  }

  /** Returns a copy in which the values of all parameters replace their names. */
  private static JsonNode substituted(ObjectNode all, Map<String, String> given)
      throws JsonProcessingException {
    Map<String, String> values = new HashMap<>();
    for (Map.Entry<String, JsonNode> parameter : all.path(PARAMETERS).properties()) {
      String usual = parameter.getValue().path("usual").asText();
      values.put(parameter.getKey(), given.getOrDefault(parameter.getKey(), usual));
    }
    return new Substitution(FileMapper.MAPPER, values).in(all.deepCopy());
  }

  /**
   * Binds a tree to the records, and checks what their types cannot express.
   *
   * @param prefix a pointer to the changes that have been merged into the tree; empty for none
   */
  private ExperimentFile checked(JsonNode tree, Places places, String prefix)
      throws IOException, LabException {
    ExperimentFile experiment;
    try {
      experiment = FileMapper.MAPPER.treeToValue(tree, ExperimentFile.class);
    } catch (JsonMappingException e) {
      String at = pointer(e);
      Optional<String> unknown = isMissing(e) ? unknown(e, tree) : Optional.empty();
      if (unknown.isPresent()) { // perhaps a misspelling of the one that is missing
        at = Places.below(at.substring(0, at.lastIndexOf('/')), unknown.get());
      }
      String words = unknown.map(name -> noField(name, fieldsAround(e))).orElseGet(() -> words(e));
      throw new LabException(located(places.lineOf(at, prefix), words), e);
    }
    List<FileCheck.Mistake> mistakes = new FileCheck(experiment).mistakes(tree);
    if (!mistakes.isEmpty()) {
      throw new LabException(
          mistakes.stream()
              .map(mistake -> located(places.lineOf(mistake.pointer(), prefix), mistake.words()))
              .collect(Collectors.joining("\n")));
    }
    return experiment;
  }

  private static String pointer(JsonMappingException e) {
    return e.getPath().stream()
        .map(
            step ->
                step.getFieldName() == null
                    ? Integer.toString(step.getIndex())
                    : step.getFieldName())
        .reduce("", Places::below);
  }

  private static boolean isMissing(JsonMappingException e) {
    return e.getOriginalMessage().startsWith("Missing required");
  }

  /** Returns a field of the map that lacks one, which the map cannot have. */
  private static Optional<String> unknown(JsonMappingException e, JsonNode tree) {
    JsonNode node = tree;
    for (Reference step : e.getPath().subList(0, e.getPath().size() - 1)) {
      if (step.getFieldName() != null) {
        node = node.path(step.getFieldName());
      } else if (node.isArray()) { // a single value may stand for a list of one
        node = node.path(step.getIndex());
      }
    }
    List<String> known = fieldsAround(e);
    return node.properties().stream()
        .map(Map.Entry::getKey)
        .filter(name -> !known.isEmpty() && !known.contains(name))
        .findFirst();
  }

  /** Returns the fields of the map that lacks one. */
  private static List<String> fieldsAround(JsonMappingException e) {
    return e.getPath().getLast().getFrom() instanceof Class<?> type ? fields(type) : List.of();
  }

  private static String noField(String name, Collection<?> known) {
    return "there is no \"%s\" here; there are %s"
        .formatted(
            name, known.stream().map(Object::toString).sorted().collect(Collectors.joining(", ")));
  }

  private static String words(JsonMappingException e) {
    return switch (e) {
      case UnrecognizedPropertyException unknown ->
          noField(unknown.getPropertyName(), unknown.getKnownPropertyIds());
      case InvalidFormatException invalid when invalid.getTargetType().isEnum() ->
          "\"%s\" is not allowed here; there are %s"
              .formatted(invalid.getValue(), constants(invalid.getTargetType()));
      case InvalidFormatException invalid ->
          "\"%s\" is not allowed here, but %s"
              .formatted(invalid.getValue(), kind(invalid.getTargetType()));
      case ValueInstantiationException wrong when wrong.getCause() != null ->
          "allowed here: " + wrong.getCause().getMessage();
      case MismatchedInputException mismatched when isMissing(mismatched) ->
          mismatched
              .getOriginalMessage()
              .replaceFirst(".*property '([^']+)'.*", "\"$1\" is missing here");
      case MismatchedInputException mismatched when mismatched.getTargetType() != null ->
          "allowed here: " + kind(mismatched.getTargetType());
      default -> e.getOriginalMessage();
    };
  }

  private static String constants(Class<?> type) {
    return Arrays.stream(type.getEnumConstants())
        .map(constant -> ((Enum<?>) constant).name().toLowerCase(Locale.ROOT).replace('_', '-'))
        .collect(Collectors.joining(", "));
  }

  private static List<String> fields(Class<?> type) {
    return FileMapper.MAPPER
        .getDeserializationConfig()
        .introspect(FileMapper.MAPPER.constructType(type))
        .findProperties()
        .stream()
        .map(BeanPropertyDefinition::getName)
        .toList();
  }

  private static String kind(Class<?> type) {
    if (type.isRecord()) {
      return "a map with some of " + String.join(", ", fields(type));
    }
    if (type == Duration.class) {
      return "a time such as 20ms, 2s or 5m";
    }
    if (Collection.class.isAssignableFrom(type)) {
      return "a list";
    }
    return Map.class.isAssignableFrom(type)
        ? "a map"
        : "a value of the kind " + type.getSimpleName();
  }
}
