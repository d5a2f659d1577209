package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.load.JsonFiles;

class MachineLimitsTest {

  @Test
  void forFilesTheMachineIsTheLimit() {
    MachineLimits limits = MachineLimits.of(0.2, 2);

    assertThat(limits.machine(with("file", 8))).isEqualTo(6_000);
    assertThat(limits.suggested(with("file", 8))).as("of two lanes").isEqualTo(2_000);
  }

  @Test
  void forAHandlerThatWaitsItIsTheFixedPool() {
    assertThat(MachineLimits.of(0.2, 2).suggested(with("wait-50ms", 8))).isEqualTo(100); // of 160
  }

  @Test
  void whatTheHandlerComputesCountsToo() {
    assertThat(MachineLimits.of(0.4, 2).machine(with("compute-2ms", 8))).isEqualTo(500);
  }

  @Test
  void theSlotsOfABackEndAreALimit() {
    assertThat(MachineLimits.of(0.2, 2).suggested(with("slots", 100)))
        .isEqualTo(100); // 8 of them: 160
  }

  @Test
  void aCostBelowNothingIsNotBelieved() {
    assertThat(MachineLimits.of(-1, 2).suggested(with("file", 8))).isPositive().isFinite();
  }

  @ParameterizedTest
  @CsvSource({"0.3, 1", "1, 1", "4.9, 2", "5, 5", "99, 50", "100, 100", "1234, 1000"})
  void roundsDownToRoundNumbers(double value, double rounded) {
    assertThat(MachineLimits.roundedDown(value)).isEqualTo(rounded);
  }

  private static RaceSettings with(String handler, int workers) {
    return RaceSettings.USUAL.with(
        JsonFiles.tree(
            Map.of(
                "handler",
                handler,
                "workers",
                workers,
                "stages",
                List.of("threadpool", "event-loop"))));
  }
}
