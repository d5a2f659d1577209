package tailgate.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
import java.util.Locale;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.server.FakeClock;

/** Targets; what the kinds do without one of their own is in OverloadSimulationTest. */
final class AdmissionRuleTest {

  private static final long MILLI = 1_000_000;
  private static final int WORKERS = 8;

  private final FakeClock clock = new FakeClock();

  private static Duration millis(int millis) {
    return Duration.ofMillis(millis);
  }

  /** The limit after a second in which all requests waited and took so long, and 20 were inside. */
  private double limitAfter(AdmissionRule rule, int waitMillis, int tookMillis) {
    AdmissionController controller = Objects.requireNonNull(rule.controller(WORKERS, clock));
    for (int window = 0; window < 10; window++) {
      controller.admits(19);
      clock.pass(millis(100));
      controller.answered(clock.getAsLong(), waitMillis * MILLI, tookMillis * MILLI, 19);
    }
    return controller.limit();
  }

  @Test
  void aShorterTargetOfCreditsGivesALowerLimit() {
    double first = 2.5 * WORKERS;
    assertThat(limitAfter(new AdmissionRule(AdmissionKind.CREDITS), 20, 30)).isGreaterThan(first);
    double ten = limitAfter(new AdmissionRule(AdmissionKind.CREDITS, millis(10)), 20, 30);
    double five = limitAfter(new AdmissionRule(AdmissionKind.CREDITS, millis(5)), 20, 30);
    assertThat(ten).isLessThan(first);
    assertThat(five).isLessThan(ten);
  }

  @Test
  void aShorterTargetOfAimdGivesALowerLimit() {
    double first = 2.5 * WORKERS;
    assertThat(limitAfter(new AdmissionRule(AdmissionKind.AIMD), 20, 60)).isGreaterThan(first);
    assertThat(limitAfter(new AdmissionRule(AdmissionKind.AIMD, millis(50)), 20, 60))
        .isLessThan(first);
  }

  @Test
  void withoutATargetItHasTheDefaultOfItsKind() {
    assertThat(new AdmissionRule(AdmissionKind.CREDITS))
        .isEqualTo(new AdmissionRule(AdmissionKind.CREDITS, millis(30)));
    assertThat(new AdmissionRule(AdmissionKind.AIMD))
        .isEqualTo(new AdmissionRule(AdmissionKind.AIMD, millis(100)));
    assertThat(new AdmissionRule(AdmissionKind.VEGAS).target()).isNull();
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"AIMD", "CREDITS"})
  void refusesATargetForAKindThatKnowsNone(AdmissionKind kind) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdmissionRule(kind, millis(30)))
        .withMessage(
            "a target is for the admissions aimd and credits, not %s",
            kind.name().toLowerCase(Locale.ROOT));
  }

  @ParameterizedTest
  @CsvSource({"0, PT0S", "999, PT0.000000999S", "3600000000001, PT1H0.000000001S"})
  void refusesATargetOutOfRange(long nanos, String inWords) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new AdmissionRule(AdmissionKind.CREDITS, Duration.ofNanos(nanos)))
        .withMessage("the target of an admission must be from 1us to 1h, not " + inWords);
  }
}
