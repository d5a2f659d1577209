package tailgate.lab.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.testing.JsonSchema;

/**
 * The schema for editors is that of the records, and all files fit it. With {@code
 * -Dexperiment.schema.write=true} it is written into its file:
 *
 * <pre>
 *   mvn test -pl lab -am -Dtest=ExperimentSchemaTest -Dsurefire.failIfNoSpecifiedTests=false \
 *     -Dexperiment.schema.write=true
 * </pre>
 */
class ExperimentSchemaTest {

  private static final Path COMMITTED =
      ExperimentFilesTest.FOLDER.resolve("experiment.schema.json");

  static Stream<Path> files() throws IOException {
    return ExperimentFilesTest.files();
  }

  private static List<String> errors(String yaml) throws IOException {
    JsonNode file = FileMapper.MAPPER.readTree(yaml);
    return new JsonSchema(ExperimentSchema.make()).errors(file);
  }

  @ParameterizedTest
  @MethodSource("files")
  void allFilesFit(Path file) throws Exception {
    assertThat(errors(Files.readString(file))).isEmpty();
  }

  @Test
  void whatTheReaderRefusesDoesNotFit() throws Exception {
    assertThat(
            errors(
                """
                question: x
                arms: {name: a, axes: {stage: threadpool}, excpt: {stage: b}}
                load: {time: 20}
                """))
        .containsExactlyInAnyOrder(
            "/arms: there is no excpt",
            "/load/time: no string: 20",
            "/load/time: not like ^(\\d{1,9}(us|ms|s|m)|\\{[a-z-]+\\})$: 20");
  }

  @Test
  void theCommittedOneIsUpToDate() throws Exception {
    JsonNode made = JsonFiles.tree(ExperimentSchema.make());
    if (Boolean.getBoolean("experiment.schema.write")) {
      JsonFiles.write(COMMITTED, made);
    }

    assertThat(JsonFiles.parse(Files.readAllBytes(COMMITTED)))
        .as("%s: bring it up to date with -Dexperiment.schema.write=true", COMMITTED)
        .isEqualTo(made);
  }
}
