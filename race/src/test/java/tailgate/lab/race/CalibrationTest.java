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

  private static final RaceSettings FILE = with("handler", "file");
  private static final Set<Long> SERVERS = Set.of(1L, 2L);

  private long second;
  private long answered;
  private long used;
  private final Calibration calibration = new Calibration(pids -> used, 2);

  @Test
  void whatARequestCostsIsTheProcessorTimeForEachAnswer() {
    warm(SERVERS, FILE);
    pass(SERVERS, FILE, 1_000, 300);

    assertThat(costs()).isEqualTo(0.3);
  }

  @Test
  void whatTheHandlerComputesIsNoPartOfIt() {
    RaceSettings computes = with("handler", "compute-2ms");
    warm(SERVERS, computes);
    pass(SERVERS, computes, 1_000, 2_300);

    assertThat(costs()).isEqualTo(0.3, within(1e-9));
  }

  @Test
  void serversThatHaveJustStartedCostMoreAndTellNothing() {
    pass(SERVERS, FILE, 0, 0);
    pass(SERVERS, FILE, 1_900, 9_000);

    assertThat(calibration.limits()).isNull();
  }

  @Test
  void itFallsAsServersGetWarm() {
    warm(SERVERS, FILE);
    pass(SERVERS, FILE, 1_000, 3_000);
    pass(SERVERS, FILE, 1_000, 200);

    assertThat(costs()).isEqualTo(0.2);
  }

  @Test
  void whatElseTheMachineDoesRaisesNothing() {
    warm(SERVERS, FILE);
    pass(SERVERS, FILE, 1_000, 300);
    pass(SERVERS, FILE, 1_000, 900);

    assertThat(costs()).isEqualTo(0.3);
  }

  @Test
  void otherServersBeginAnew() {
    warm(SERVERS, FILE);
    pass(SERVERS, FILE, 1_000, 300);

    pass(Set.of(3L), FILE, 0, 0);
    assertThat(calibration.limits()).isNull();

    warm(Set.of(3L), FILE);
    pass(Set.of(3L), FILE, 1_000, 900);
    assertThat(costs()).isEqualTo(0.9);
  }

  @Test
  void fewAnswersTellNothing() {
    warm(SERVERS, FILE);
    pass(SERVERS, FILE, 599, 300);

    assertThat(calibration.limits()).isNull();
  }

  @Test
  void aResetOfTheCountsIsNotAnAnswer() {
    warm(SERVERS, FILE);
    pass(SERVERS, FILE, -1_000, 300);

    assertThat(calibration.limits()).isNull();
  }

  @Test
  void slowReadersCostWhatIsNotAnsweredSoTheLastFigureStays() {
    warm(SERVERS, FILE);
    pass(SERVERS, FILE, 1_000, 300);
    pass(SERVERS, with("slowReaders", 10), 1_000, 100);

    assertThat(costs()).isEqualTo(0.3);
  }

  private void warm(Set<Long> pids, RaceSettings settings) {
    pass(pids, settings, 0, 0);
    pass(pids, settings, 2_000, 5_000);
  }

  /** Three seconds later. */
  private void pass(Set<Long> pids, RaceSettings settings, long answers, long millis) {
    second += 3;
    answered += answers;
    used += TimeUnit.MILLISECONDS.toNanos(millis);
    calibration.look(TimeUnit.SECONDS.toNanos(second), pids, answered, settings);
  }

  private double costs() {
    return Objects.requireNonNull(calibration.limits()).requestMillis();
  }

  private static RaceSettings with(String name, Object value) {
    return RaceSettings.USUAL.with(JsonFiles.tree(Map.of(name, value)));
  }
}
