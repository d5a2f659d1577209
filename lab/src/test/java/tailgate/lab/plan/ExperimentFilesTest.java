package tailgate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The files of all experiments can be read, and tell their arms apart. */
class ExperimentFilesTest {

  static final Path FOLDER = Path.of("experiments");

  /** All files, those of the claims of others included. */
  static Stream<Path> files() throws IOException {
    try (Stream<Path> all = Files.walk(FOLDER)) {
      return all.filter(file -> file.toString().endsWith(".yaml")).sorted().toList().stream();
    }
  }

  /** The arms of a file with two Javas, in ten blocks. */
  static List<PlannedArm> arms(Path file, boolean quick) throws Exception {
    SequencedMap<String, Integer> javas = new LinkedHashMap<>();
    javas.put("21", 21);
    javas.put("25", 25);
    return new Expansion(read(file, quick), javas, Map.of(), Set.of(), quick ? 1 : 10).arms();
  }

  static ExperimentFile read(Path file, boolean quick) throws Exception {
    return ExperimentReader.read(file, quick, Map.of());
  }

  @ParameterizedTest
  @MethodSource("files")
  void aFileHasArmsWithNamesOfTheirOwn(Path file) throws Exception {
    assertThat(arms(file, false))
        .isNotEmpty()
        .extracting(PlannedArm::name)
        .doesNotHaveDuplicates()
        .noneMatch(name -> name.contains("{"));
  }

  @ParameterizedTest
  @MethodSource("files")
  void theShortFormHasNoTwin(Path file) throws Exception {
    assertThat(arms(file, true)).isNotEmpty().noneMatch(PlannedArm::isTwin);
  }

  @ParameterizedTest
  @MethodSource("files")
  void eachBaseIsAnArm(Path file) throws Exception {
    List<PlannedArm> all = arms(file, false);

    assertThat(all.stream().map(PlannedArm::name).toList())
        .containsAll(all.stream().map(PlannedArm::base).filter(base -> base != null).toList());
  }
}
