package tailgate.lab.source;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tailgate.lab.choose.ChooseSamples;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Host;
import tailgate.lab.results.Archive;
import tailgate.lab.testing.JsonSchema;

/** docs/runs.schema.json describes what is written, and what was committed fits it. */
class RunsSchemaTest {

  private static final Path FILE = Path.of("../docs/runs.schema.json");
  private static final Path RESULTS = Path.of("../docs/results");

  private static final Environment HERE =
      new Environment(
          "2026-11-22T18:35:39Z",
          "a machine",
          "a Java",
          "0123456789ab",
          "./tailgate choose",
          "server on 0, generator and lab on 1",
          List.of("nginx: as expected"),
          new Host("a cpu", 2, 4096L, "Linux", "6.18", "amd64", "25.0.3", "a vendor", "a VM", null),
          new Host.Parties(List.of(0), List.of(1), "g1", true));

  private final JsonNode schema = read();

  private static JsonNode read() {
    try {
      return JsonFiles.parse(Files.readAllBytes(FILE));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void theSchemaHasTheTypesThatAreWritten() throws Exception {
    Map<String, Map<String, String>> written = WrittenFields.all();

    JsonNode types = schema.get("$defs");
    types
        .fieldNames()
        .forEachRemaining(
            name -> assertThat(types.get(name)).as(name).isEqualTo(expected(name, written)));
  }

  @Test
  void whatIsWrittenFits() throws Exception {
    JsonNode heading = tree(Archive.Heading.of("choose", ChooseSamples.plan(), HERE));
    JsonNode failure = tree(new Archive.Failure("block-1/threadpool", "no such luck"));
    JsonNode line = tree(ChooseSamples.results(Map.of("threadpool", 4_900.0)).get(0));

    for (JsonNode each : List.of(heading, failure, line)) {
      assertThat(new JsonSchema(schema).errors(each)).isEmpty();
    }
  }

  @Test
  void whatIsNotWrittenDoesNotFit() throws Exception {
    ObjectNode line =
        (ObjectNode) tree(ChooseSamples.results(Map.of("threadpool", 4_900.0)).get(0));
    ObjectNode step = (ObjectNode) line.at("/arms/0/steps/0");
    step.put("p50", "20 ms");
    step.remove("rate");
    ((ObjectNode) line.get("run")).putNull("stage");

    assertThat(new JsonSchema(schema).errors("ChooseResult", line))
        .containsExactlyInAnyOrder(
            "ChooseResult/run/stage: no string: null",
            "ChooseResult/arms/0/steps/0: no rate",
            "ChooseResult/arms/0/steps/0/p50: no integer: \"20 ms\"");
  }

  /** Runs that were contributed are checked here. */
  @Test
  void whatWasCommittedFits() throws Exception {
    try (Stream<Path> files = Files.walk(RESULTS)) {
      for (Path file : files.filter(path -> path.endsWith(Archive.NAME)).sorted().toList()) {
        List<JsonNode> lines = JsonFiles.readLines(file);
        Archive.Content content = new Archive(file).read();
        List<String> errors = new ArrayList<>(errors("Heading", lines.get(0)));
        content.failures().forEach(failure -> errors.addAll(errors("Failure", tree(failure))));
        if (content.heading().experiment().equals("choose")) {
          content.results().forEach(line -> errors.addAll(errors("ChooseResult", line)));
          assertThat(content.heading().environment().commit())
              .as("%s", file)
              .doesNotEndWith("-dirty");
        }
        assertThat(errors).as("%s", file).isEmpty();
      }
    }
  }

  private List<String> errors(String type, JsonNode value) {
    return new JsonSchema(schema).errors(type, value);
  }

  /** As it reads from a file. */
  private static JsonNode tree(Object value) {
    try {
      return JsonFiles.parse(JsonFiles.compact(value).getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static JsonNode expected(String name, Map<String, Map<String, String>> written) {
    Map<String, String> fields = written.getOrDefault(name, Map.of());
    if (fields.values().stream().allMatch(String::isEmpty)) {
      return tree(Map.of("enum", fields.keySet()));
    }
    Map<String, Object> properties = new LinkedHashMap<>();
    fields.forEach((field, type) -> properties.put(field, node(type)));
    if (name.equals("ServerTimeline")) { // where nothing was sampled
      Object value = Map.of("anyOf", List.of(node("number"), Map.of("const", "NaN")));
      Object values = Map.of("type", "array", "items", value);
      properties.put("series", Map.of("type", "object", "additionalProperties", values));
    }
    List<String> required =
        fields.entrySet().stream()
            .filter(field -> !field.getValue().endsWith(" or null"))
            .map(Map.Entry::getKey)
            .filter(field -> !field.equals("schema")) // version 1 has none
            .sorted()
            .toList();
    return tree(Map.of("type", "object", "required", required, "properties", properties));
  }

  /** Of a type in the words of docs/runs.md. */
  private static Object node(String type) {
    if (type.endsWith(" or null")) {
      String some = type.substring(0, type.length() - " or null".length());
      return Map.of("anyOf", List.of(node(some), Map.of("type", "null")));
    }
    if (type.startsWith("list of ")) {
      return Map.of("type", "array", "items", node(type.substring("list of ".length())));
    }
    if (type.startsWith("map of ")) {
      Object values = node(type.substring("map of ".length()));
      return Map.of("type", "object", "additionalProperties", values);
    }
    return switch (type) {
      case "text" -> Map.of("type", "string");
      case "integer", "number", "boolean" -> Map.of("type", type);
      case "duration" -> Map.of("type", "string", "format", "duration");
      case "JSON" -> Map.of();
      default -> Map.of("$ref", "#/$defs/" + type);
    };
  }
}
