package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

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

  @Test
  void refusesWhatIsNegative() {
    var span = Duration.ofSeconds(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Peak(span, -1, 0, Duration.ZERO))
        .withMessage("older must be at least 0, not -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Peak(span, 0, -2, Duration.ZERO))
        .withMessage("newer must be at least 0, not -2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new Peak(span, 0, 0, span.negated()))
        .withMessage("began must be at least 0, not PT-1S");
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesNullByName() {
    assertThatNullPointerException().isThrownBy(() -> Peak.none(null)).withMessage("span");
    assertThatNullPointerException()
        .isThrownBy(() -> new Peak(Duration.ofSeconds(1), 0, 0, null))
        .withMessage("began");
  }

  private static Peak having(Peak peak, int second, int value) {
    return peak.having(Duration.ofSeconds(second), value);
  }
}
