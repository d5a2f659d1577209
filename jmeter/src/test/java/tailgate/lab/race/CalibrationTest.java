package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.JsonFiles;

class CalibrationTest {

  private static final Settings FILE = with("handler", "file");

  private long used;
  private final Calibration calibration = new Calibration(pids -> used, 2);

  @Test
  void whatARequestCostsIsTheProcessorTimeForEachAnswer() {
    look(0, 0, FILE);
    used = millis(300);
    look(3, 1_000, FILE);

    assertThat(costs()).isEqualTo(0.3);
  }

  @Test
  void whatTheHandlerComputesIsNoPartOfIt() {
    look(0, 0, with("handler", "compute-2ms"));
    used = millis(2_300);
    look(3, 1_000, with("handler", "compute-2ms"));

    assertThat(costs()).isEqualTo(0.3, within(1e-9));
  }

  @Test
  void itFallsAsServersGetWarm() {
    look(0, 0, FILE);
    used = millis(3_000);
    look(3, 1_000, FILE);
    used += millis(200);
    look(6, 2_000, FILE);

    assertThat(costs()).isEqualTo(0.2);
  }

  @Test
  void whatElseTheMachineDoesRaisesNothing() {
    look(0, 0, FILE);
    used = millis(300);
    look(3, 1_000, FILE);
    used += millis(900);
    look(6, 2_000, FILE);

    assertThat(costs()).isEqualTo(0.3);
  }

  @Test
  void otherServersBeginAnew() {
    look(0, 0, FILE);
    used = millis(300);
    look(3, 1_000, FILE);
    calibration.look(seconds(4), Set.of(3L), 0, FILE);
    used += millis(900);
    calibration.look(seconds(7), Set.of(3L), 1_000, FILE);

    assertThat(costs()).isEqualTo(0.9);
  }

  @Test
  void fewAnswersTellNothing() {
    look(0, 0, FILE);
    used = millis(300);
    look(3, 199, FILE);

    assertThat(calibration.limits()).isNull();
  }

  @Test
  void anotherServerHasNotTheProcessorTimeOfTheOneBefore() {
    calibration.look(0, Set.of(1L), 0, FILE);
    used = millis(300);
    calibration.look(seconds(3), Set.of(2L), 1_000, FILE);

    assertThat(calibration.limits()).isNull();
  }

  @Test
  void aResetOfTheCountsIsNotAnAnswer() {
    look(0, 5_000, FILE);
    look(3, 1_000, FILE);

    assertThat(calibration.limits()).isNull();
  }

  @Test
  void slowReadersCostWhatIsNotAnsweredSoTheLastFigureStays() {
    look(0, 0, FILE);
    used = millis(300);
    look(3, 1_000, FILE);
    used += millis(5_000);
    look(6, 2_000, with("slowReaders", 10));

    assertThat(costs()).isEqualTo(0.3);
  }

  private void look(int second, long answered, Settings settings) {
    calibration.look(seconds(second), Set.of(1L, 2L), answered, settings);
  }

  private double costs() {
    return Objects.requireNonNull(calibration.limits()).requestMillis();
  }

  private static Settings with(String name, Object value) {
    return Settings.USUAL.with(JsonFiles.tree(Map.of(name, value)));
  }

  private static long seconds(int count) {
    return TimeUnit.SECONDS.toNanos(count);
  }

  private static long millis(int count) {
    return TimeUnit.MILLISECONDS.toNanos(count);
  }
}
