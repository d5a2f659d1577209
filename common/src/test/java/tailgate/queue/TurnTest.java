package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TurnTest {

  private long now = 7;
  private final Turn turn = new Turn(Duration.ofNanos(500_000), () -> now);

  @Test
  void aTurnIsOverWhenItsTasksHaveTakenItsTime() {
    assertThat(task(200_000)).isFalse();
    assertThat(task(200_000)).isFalse();
    assertThat(task(100_000)).isTrue();
    assertThat(task(499_999)).as("of the next turn").isFalse();
  }

  @Test
  void whatPassesBetweenTasksIsNoWork() {
    assertThat(task(400_000)).isFalse();
    now += 1_000_000;
    assertThat(task(50_000)).isFalse();
  }

  @Test
  void aLongTaskIsATurn() {
    assertThat(task(3_000_000)).isTrue();
    assertThat(task(100_000)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9_999, 1_000_000_001})
  void aTurnHasARange(long nanos) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Turn(Duration.ofNanos(nanos), () -> 0))
        .withMessage("a turn must be from 10us to 1s");
  }

  private boolean task(long nanos) {
    turn.begin();
    now += nanos;
    return turn.isOver();
  }
}
