package tailgate.server.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class StageTest {

  @Test
  void refusesFewerThanOneReactor() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stage(0))
        .withMessage("reactors must be at least 1, not 0");
  }

  @Test
  void takesOneReactor() {
    assertThat(stage(1).reactors()).isEqualTo(1);
  }

  private static Stage stage(int reactors) {
    return new Stage("test", Dispatch.REQUEST, true, reactors, "none", new DirectExecutor());
  }
}
