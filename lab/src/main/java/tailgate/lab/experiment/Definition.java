package tailgate.lab.experiment;

import static tailgate.lab.load.Text.format;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import tailgate.lab.LabException;
import tailgate.lab.load.JsonFiles;

/**
 * What a run of the lab was asked for, whatever the options were: all of its runs with all their
 * fields, and {@link Experiment#settings}. It is in a file of its own in the folder.
 */
record Definition(JsonNode asked) {

  private static final String NAME = "definition.json";

  private record Asked(Object runs, Object settings) {}

  static Definition of(Experiment<?, ?> experiment) throws IOException {
    return new Definition(parsed(new Asked(experiment.runs(), experiment.settings())));
  }

  /** Parses a value as if it came from a file: there, numbers do not tell their Java types. */
  static JsonNode parsed(Object value) throws IOException {
    return JsonFiles.parse(JsonFiles.compact(value).getBytes(StandardCharsets.UTF_8));
  }

  void write(Path folder) throws IOException {
    JsonFiles.write(folder.resolve(NAME), asked);
  }

  /**
   * Compares this definition with that of a run that was cut.
   *
   * @throws LabException if it is another one; the message says where they differ first
   */
  void checkSame(Path folder) throws IOException, LabException {
    Path file = folder.resolve(NAME);
    if (!Files.exists(file)) {
      throw new LabException("%s has no %s, so it cannot be continued".formatted(folder, NAME));
    }
    Optional<String> difference = difference("", JsonFiles.read(file, JsonNode.class), asked);
    if (difference.isPresent()) {
      throw new LabException(
          "%s was begun with other options, and results of two would mix: %s"
              .formatted(folder, difference.get()));
    }
  }

  /** Says where two values differ first, as {@code runs.3.users: 64, and now 128}. */
  private static Optional<String> difference(String at, JsonNode then, JsonNode now) {
    if (then.equals(now)) {
      return Optional.empty();
    }
    if (then.isArray() && now.isArray()) {
      return then.size() == now.size()
          ? inArray(at, then, now)
          : Optional.of(format("%s: %d of them, and now %d", at, then.size(), now.size()));
    }
    if (then.isObject() && now.isObject()) {
      Set<String> names = new LinkedHashSet<>();
      then.fieldNames().forEachRemaining(names::add);
      now.fieldNames().forEachRemaining(names::add);
      return names.stream()
          .flatMap(name -> difference(below(at, name), then.path(name), now.path(name)).stream())
          .findFirst();
    }
    return Optional.of("%s: %s, and now %s".formatted(at, text(then), text(now)));
  }

  private static Optional<String> inArray(String at, JsonNode then, JsonNode now) {
    for (int i = 0; i < then.size(); i++) {
      Optional<String> difference =
          difference(below(at, Integer.toString(i)), then.get(i), now.get(i));
      if (difference.isPresent()) {
        return difference;
      }
    }
    return Optional.empty();
  }

  private static String below(String at, String name) {
    return at.isEmpty() ? name : at + "." + name;
  }

  private static String text(JsonNode value) {
    return value.isMissingNode() ? "none" : value.toString();
  }
}
