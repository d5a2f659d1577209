package tailgate.lab.project;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PoolSizeTest {

  /** The options are described as {@code --workers=N Threads in the pool, 1 to 65536. (100)}. */
  @ParameterizedTest
  @ValueSource(strings = {"threadpool", "adaptive-pool"})
  void theUsualSizeIsTheDefaultOfTheStage(String stage) throws Exception {
    PoolSize size = PoolSize.of(stage).orElseThrow();

    assertThat(Files.readAllLines(Path.of("../docs/help/serve-" + stage + ".txt")))
        .anySatisfy(
            line ->
                assertThat(line)
                    .contains(size.option() + "=N ")
                    .endsWith("(" + size.usual() + ")"));
  }
}
