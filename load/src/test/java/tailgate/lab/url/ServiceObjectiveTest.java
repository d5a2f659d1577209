package tailgate.lab.url;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.lab.load.Quantile;
import tailgate.lab.url.ServiceObjective.Verdict;

class ServiceObjectiveTest {

  private final Histogram answered = new Histogram(3);
  private final Histogram waited = new Histogram(3);

  @Test
  void isMetIfAllTermsAre() {
    answered.recordValueWithCount(20_000, 1_000);

    assertThat(judge("p99=50ms,failed=0.1%", 0.05))
        .isEqualTo(
            new Verdict(
                true,
                "Objective met: P99 20.0 ms (at most 50 ms), failed 0.0500 % (at most 0.1 %)."));
    assertThat(judge("p99=50ms,failed=0.1%", 0.2).isMet()).isFalse();
    assertThat(judge("p99=19ms", 0).isMet()).isFalse();
  }

  @Test
  void whatIsNotKnownIsNotMet() {
    answered.recordValueWithCount(20_000, 90);

    assertThat(judge("p99=50ms", 0))
        .isEqualTo(
            new Verdict(
                false, "Objective missed: P99 unknown, as it needs 100 requests (at most 50 ms)."));
  }

  @Test
  void aLowerBoundMeetsNothing() {
    answered.recordValueWithCount(1_000, 950);
    waited.recordValueWithCount(2_000, 50);

    assertThat(judge("p99=1s", 0).isMet()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"p98=1s", "p99", "p99=fast", "failed=1", "failed=-1%", ""})
  void whatIsNoObjectiveIsRefused(String text) {
    assertThatThrownBy(() -> ServiceObjective.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("is no ");
  }

  private Verdict judge(String objective, double failedPercent) {
    return ServiceObjective.parse(objective).judge(Quantile.of(answered, waited), failedPercent);
  }
}
