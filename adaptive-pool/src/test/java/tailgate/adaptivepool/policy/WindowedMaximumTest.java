package tailgate.adaptivepool.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class WindowedMaximumTest {
  private final WindowedMaximum none = WindowedMaximum.none(Duration.ofSeconds(10));

  @Test
  void isTheLargestValue() {
    assertThat(none.value()).isZero();
    assertThat(with(with(with(none, 1, 3), 2, 7), 3, 5).value()).isEqualTo(7);
  }

  @Test
  void isAValueThatDoesNotChange() {
    with(none, 1, 3);
    assertThat(none.value()).isZero();
  }

  @Test
  void remembersForOneSpanAtLeastAndTwoAtMost() {
    WindowedMaximum late = with(none, 9, 7);
    assertThat(with(with(late, 10, 1), 19, 1).value()).isEqualTo(7);
    assertThat(with(with(late, 10, 1), 20, 1).value()).isEqualTo(1);
    WindowedMaximum early = with(none, 0, 7);
    assertThat(with(with(early, 10, 1), 19, 1).value()).isEqualTo(7);
    assertThat(with(with(early, 10, 1), 20, 2).value()).isEqualTo(2);
  }

  @Test
  void remembersNothingFromBeforeALongSilence() {
    assertThat(with(with(none, 0, 7), 20, 1).value()).isEqualTo(1);
  }

  @Test
  void refusesASpanThatIsNone() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> WindowedMaximum.none(Duration.ZERO))
        .withMessage("span must be above 0, not PT0S");
  }

  @Test
  void refusesWhatIsNegative() {
    var span = Duration.ofSeconds(1);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WindowedMaximum(span, -1, 0, Duration.ZERO))
        .withMessage("older must be at least 0, not -1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WindowedMaximum(span, 0, -2, Duration.ZERO))
        .withMessage("newer must be at least 0, not -2");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new WindowedMaximum(span, 0, 0, span.negated()))
        .withMessage("began must be at least 0, not PT-1S");
  }

  // An unannotated caller may pass null; NullAway keeps the annotated ones from it.
  @SuppressWarnings("NullAway")
  @Test
  void refusesNullByName() {
    assertThatNullPointerException()
        .isThrownBy(() -> WindowedMaximum.none(null))
        .withMessage("span");
    assertThatNullPointerException()
        .isThrownBy(() -> new WindowedMaximum(Duration.ofSeconds(1), 0, 0, null))
        .withMessage("began");
  }

  private static WindowedMaximum with(WindowedMaximum maximum, int second, int value) {
    return maximum.with(Duration.ofSeconds(second), value);
  }
}
