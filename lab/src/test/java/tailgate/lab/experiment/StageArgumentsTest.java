package tailgate.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class StageArgumentsTest {

  @Test
  void theNumberThatAUserSetsIsFound() {
    assertThat(workers("--workers", "50")).contains(50);
    assertThat(workers("--queue=8", "--workers=50", "--workers=60")).contains(60);
    assertThat(workers("--workers", "many")).isEmpty();
    assertThat(workers("--max-workers", "50")).isEmpty();
    assertThat(StageArguments.NONE.number("threadpool", "--workers")).isEmpty();
  }

  private static Optional<Integer> workers(String... arguments) {
    return new StageArguments(Map.of("threadpool", List.of(arguments)))
        .number("threadpool", "--workers");
  }
}
