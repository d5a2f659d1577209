package tailgate.server.stage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

final class StageTest {

  @Test
  void refusesFewerThanOneReactor() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stage(Dispatch.REQUEST, 0))
        .withMessage("reactors must be at least 1, not 0");
  }

  @Test
  void refusesFewerThanOneAcceptor() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> stage(Dispatch.CONNECTION, 0))
        .withMessage("acceptors must be at least 1, not 0");
  }

  @Test
  void takesOneListener() {
    assertThat(stage(Dispatch.REQUEST, 1).listeners()).isEqualTo(1);
  }

  private static Stage stage(Dispatch dispatch, int listeners) {
    return new Stage("test", dispatch, true, listeners, "none", new DirectExecutor());
  }
}
