package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.machine.Isolation;
import tailgate.lab.run.Ready;

class SteadyRunTest {

  private static final Ready SERVER = new Ready(1, 8010, Optional.empty());

  private static final SteadyRun RUN =
      new SteadyRun(
          "java", Path.of("j.jar"), Path.of("p.jmx"), Duration.ofSeconds(1), Isolation.NONE);

  private static final Segment WARM_UP = new Segment(Kind.WARM_UP, 1, 500, 4_000);
  private static final Segment SETTLE = new Segment(Kind.WARM_UP, 2, 1_000, 1_000);
  private static final Segment STEADY = new Segment(Kind.STEADY, 1, 1_000, 40_000);
  private static final Segment UNEVEN = new Segment(Kind.STEADY, 1, 0.5, 40_000);
  private static final Segment SHORT = new Segment(Kind.STEADY, 1, 1_000, 40_500);

  @Test
  void theLoadIsPassedAsTheRateAndTheTimesOfThePlan() {
    LoadSpec load = load(Model.OPEN, false, Arrivals.UNIFORM, WARM_UP, SETTLE, STEADY);

    List<String> command = RUN.command(SERVER, load, Path.of("run"));

    assertThat(command)
        .startsWith(
            "java",
            "-XX:TieredStopAtLevel=1",
            "-Xss256k",
            JMeterRun.memory().get(1),
            "-jar",
            "j.jar",
            "-n")
        .containsSequence("-t", "p.jmx", "-l")
        .contains("-Jhost=127.0.0.1", "-Jport=8010", "-Jpath=/logo.svg")
        .contains("-Jrate=1000", "-Jtime=40", "-JwarmUpTime=10")
        .contains("-JconnectTimeout=2000", "-JresponseTimeout=2000")
        .contains("-Jsampleresult.timestamp.start=true", "-Jjmeterengine.force.system.exit=true");
  }

  @Test
  void thePlanHasEveryPropertyThatIsSet() throws Exception {
    LoadSpec load = load(Model.OPEN, false, Arrivals.UNIFORM, STEADY);

    List<String> ours =
        RUN.command(SERVER, load, Path.of("run")).stream()
            .filter(option -> option.matches("-J\\w+=.*"))
            .map(option -> option.substring(2, option.indexOf('=')))
            .toList();

    assertThat(ours).contains("port", "rate", "time");
    assertThat(PlanDocument.read("steady").defaults()).containsKeys(ours.toArray(String[]::new));
  }

  static Stream<LoadSpec> others() {
    return Stream.of(
        load(Model.CLOSED, false, Arrivals.UNIFORM, STEADY),
        load(Model.OPEN, true, Arrivals.UNIFORM, STEADY),
        load(Model.OPEN, false, Arrivals.poisson(1), STEADY),
        load(Model.OPEN, false, Arrivals.UNIFORM, WARM_UP),
        load(Model.OPEN, false, Arrivals.UNIFORM, STEADY, SETTLE),
        load(Model.OPEN, false, Arrivals.UNIFORM, STEADY, STEADY),
        load(Model.OPEN, false, Arrivals.UNIFORM, UNEVEN),
        load(Model.OPEN, false, Arrivals.UNIFORM, SHORT));
  }

  @ParameterizedTest
  @MethodSource("others")
  void aLoadThatWouldBeAnotherOneIsRefused(LoadSpec load) {
    assertThatThrownBy(() -> RUN.command(SERVER, load, Path.of("run")))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("JMeter's plan cannot do this load");
  }

  private static LoadSpec load(
      Model model, boolean keepAlive, Arrivals arrivals, Segment... segments) {
    return new LoadSpec(
        "/logo.svg", keepAlive, 1_000, model, List.of(segments), 2_000, 1, arrivals);
  }
}
