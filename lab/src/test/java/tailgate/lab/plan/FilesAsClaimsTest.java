package tailgate.lab.plan;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.plan.StatedClaim.StatedCondition;

/** The files make the claims of {@code claims.json}. The test is removed together with that. */
class FilesAsClaimsTest {

  static Stream<Path> files() throws Exception {
    return ExperimentFilesTest.files();
  }

  @ParameterizedTest
  @MethodSource("files")
  void claimsAreTheSame(Path file) throws Exception {
    String experiment = file.getFileName().toString().replace(".yaml", "");

    assertThat(
            ExperimentFilesTest.read(file, false).claims().stream()
                .filter(claim -> !claim.onPageOnly())
                .map(FilesAsClaimsTest::words)
                .toList())
        .isEqualTo(
            claims()
                .filter(claim -> claim.get("experiment").asText().equals(experiment))
                .map(FilesAsClaimsTest::claim)
                .toList());
  }

  private static Stream<JsonNode> claims() throws Exception {
    try (InputStream in =
        FilesAsClaimsTest.class.getResourceAsStream("/tailgate/lab/claim/claims.json")) {
      return stream(JsonFiles.parse(in.readAllBytes()));
    }
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static String words(StatedClaim claim) {
    return lines(
        Stream.concat(
            Stream.of(
                claim.says(),
                Objects.toString(claim.origin(), "").toLowerCase(Locale.ROOT),
                Objects.toString(claim.published(), ""),
                claim.each(),
                Objects.toString(claim.group(), ""),
                claim.pair(),
                claim.allRuns()),
            claim.conditions().stream().map(FilesAsClaimsTest::words)));
  }

  private static String claim(JsonNode claim) {
    return lines(
        Stream.concat(
            Stream.of(
                claim.get("claim").asText(),
                claim.path("origin").asText().toLowerCase(Locale.ROOT).replace('_', ' '),
                claim.path("published").asText(),
                stream(claim.path("groupBy")).map(JsonNode::asText).toList(),
                claim.path("group").asText(),
                stream(claim.path("pairBy")).map(JsonNode::asText).toList(),
                claim.path("allRuns").asBoolean()),
            stream(claim.get("conditions")).map(FilesAsClaimsTest::condition)));
  }

  private static String lines(Stream<?> values) {
    return values.map(String::valueOf).collect(joining("\n"));
  }

  private static String words(StatedCondition condition) {
    return lines(
        Stream.of(
            "- " + condition.figure(),
            selection(condition.of()),
            selection(condition.than()),
            selection(condition.best()),
            condition.needs().stream().map(FilesAsClaimsTest::selection).toList(),
            condition.optional(),
            bound(condition),
            Objects.toString(condition.found(), "")));
  }

  private static String condition(JsonNode condition) {
    return lines(
        Stream.of(
            "- " + lowerCase(condition.get("figure"), '-'),
            selection(condition.path("of")),
            selection(condition.path("than")),
            selection(condition.path("best")),
            stream(condition.path("needs")).map(FilesAsClaimsTest::selection).toList(),
            condition.path("optional").asBoolean(),
            bound(condition),
            condition.path("found").asText()));
  }

  private static String lowerCase(JsonNode name, char separator) {
    return name.asText().toLowerCase(Locale.ROOT).replace('_', separator);
  }

  private static String selection(@Nullable Map<String, String> wanted) {
    return wanted == null ? "" : new TreeMap<>(wanted).toString();
  }

  private static String selection(JsonNode text) {
    if (text.isMissingNode()) {
      return "";
    }
    Map<String, String> wanted = new TreeMap<>();
    Arrays.stream(text.asText().split(" "))
        .filter(part -> !part.isEmpty())
        .map(part -> part.split("=", 2))
        .forEach(part -> wanted.put(part[0], part[1]));
    return wanted.toString();
  }

  private static String bound(StatedCondition condition) {
    StatedBound bound = condition.is();
    if (bound == null) {
      Duration within = condition.within();
      return "asks " + (within == null ? 1.0 : within.toNanos() / 1_000.0);
    }
    double number =
        bound.unit().isEmpty() ? bound.number() : micros(bound.number() + " " + bound.unit());
    return bound.relation().name().toLowerCase(Locale.ROOT) + " " + number;
  }

  private static double micros(String time) {
    String[] parts = time.split(" ");
    double number = Double.parseDouble(parts[0]);
    return switch (parts[1]) {
      case "s" -> number * 1_000_000;
      case "ms" -> number * 1_000;
      default -> number;
    };
  }

  private static String bound(JsonNode condition) {
    return lowerCase(condition.get("relation"), '_') + " " + condition.get("bound").asDouble();
  }
}
