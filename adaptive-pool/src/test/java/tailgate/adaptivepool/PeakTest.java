package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class PeakTest {
  private final Peak none = Peak.none(Duration.ofSeconds(10));

  @Test
  void isTheLargestValue() {
    assertThat(none.value()).isZero();
    assertThat(having(having(having(none, 1, 3), 2, 7), 3, 5).value()).isEqualTo(7);
  }

  @Test
  void isAValueThatDoesNotChange() {
    having(none, 1, 3);
    assertThat(none.value()).isZero();
  }

  @Test
  void remembersForOneSpanAtLeastAndTwoAtMost() {
    Peak late = having(none, 9, 7);
    assertThat(having(having(late, 10, 1), 19, 1).value()).isEqualTo(7);
    assertThat(having(having(late, 10, 1), 20, 1).value()).isEqualTo(1);
    Peak early = having(none, 0, 7);
    assertThat(having(having(early, 10, 1), 19, 1).value()).isEqualTo(7);
    assertThat(having(having(early, 10, 1), 20, 2).value()).isEqualTo(2);
  }

  @Test
  void remembersNothingFromBeforeALongSilence() {
    assertThat(having(having(none, 0, 7), 20, 1).value()).isEqualTo(1);
  }

  @Test
  void refusesASpanThatIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Peak.none(Duration.ZERO))
        .withMessage("span must be above 0, not PT0S");
  }

  private static Peak having(Peak peak, int second, int value) {
    return peak.having(Duration.ofSeconds(second), value);
  }
}
