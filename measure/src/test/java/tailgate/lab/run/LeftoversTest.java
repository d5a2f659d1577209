package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;

class LeftoversTest {

  private Duration passed = Duration.ZERO;

  @Test
  void doesNotWaitForAnEmptyServer() throws Exception {
    Leftovers.awaitNone(() -> 0, this::pass);

    assertThat(passed).isZero();
  }

  @Test
  void waitsUntilTheLastConnectionIsClosed() throws Exception {
    Queue<Long> open = new ArrayDeque<>(List.of(900L, 40L, 0L));

    Leftovers.awaitNone(open::remove, this::pass);

    assertThat(passed).isEqualTo(Duration.ofMillis(50));
  }

  @Test
  void givesUpAfterTwoMinutes() {
    assertThatThrownBy(() -> Leftovers.awaitNone(() -> 1_234, this::pass))
        .isInstanceOf(LabException.class)
        .hasMessage("1,234 connections of the load before are still open after 120 s");
    assertThat(passed).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void doesNotWaitForAServerThatDoesNotSayIt() throws Exception {
    Leftovers.awaitNone(
        () -> {
          throw new IOException("Connection refused");
        },
        this::pass);

    assertThat(passed).isZero();
  }

  private void pass(Duration time) {
    passed = passed.plus(time);
  }
}
