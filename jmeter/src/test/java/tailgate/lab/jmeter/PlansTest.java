package tailgate.lab.jmeter;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The plans as documents; {@link PlansRunTest} has JMeter run them. */
class PlansTest {

  /** What a user wants to set differs from plan to plan; these it must be in all that have them. */
  private static final List<String> PARAMETERS =
      List.of(
          "HTTPSampler.domain",
          "HTTPSampler.port",
          "HTTPSampler.path",
          "HTTPSampler.connect_timeout",
          "HTTPSampler.response_timeout",
          "ThreadGroup.num_threads",
          "ThreadGroup.duration",
          "LoopController.loops",
          "ActionProcessor.duration",
          "OpenModelThreadGroup.random_seed");

  private static final Pattern RATE = Pattern.compile("rate\\([^)]*\\)}/s\\)");

  static Stream<String> plans() {
    return Stream.of("evolution", "scale", "burst", "slow-handler", "steady");
  }

  @ParameterizedTest
  @MethodSource("plans")
  void everyParameterIsAPropertyThatThePlanExplains(String name) throws Exception {
    PlanDocument plan = PlanDocument.read(name);

    assertThat(PARAMETERS.stream().flatMap(parameter -> plan.values(parameter).stream()))
        .isNotEmpty()
        .allMatch(value -> PlanDocument.PROPERTY.matcher(value).matches());
    String explained = plan.values("TestPlan.comments").get(0);
    for (String property : plan.defaults().keySet()) {
      if (!property.matches("users[2-6]")) {
        assertThat(explained).containsPattern("-J" + property + "\\b");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("plans")
  void thePageHasEveryPropertyAndItsDefault(String name) throws Exception {
    String page = Files.readString(Path.of("../docs/jmeter.md"));

    PlanDocument.read(name)
        .defaults()
        .forEach(
            (property, value) ->
                assertThat(page)
                    .containsPattern("\\| .*`" + property + "`.* \\|.*`" + value + "`"));
  }

  @ParameterizedTest
  @MethodSource("plans")
  void anythingBut200IsAnError(String name) throws Exception {
    PlanDocument plan = PlanDocument.read(name);

    assertThat(plan.values("Assertion.test_field")).containsExactly("Assertion.response_code");
    assertThat(plan.values("HTTPSampler.implementation")).containsExactly("HttpClient4");
    assertThat(plan.values("HTTPSampler.protocol")).containsExactly("http");
  }

  @ParameterizedTest
  @MethodSource("plans")
  void theWarmUpComesFirstAndIsLabelledAsSuch(String name) throws Exception {
    List<String> labels = PlanDocument.read(name).names("HTTPSamplerProxy");

    assertThat(labels).startsWith("warm-up").doesNotHaveDuplicates();
    assertThat(labels.subList(1, labels.size())).doesNotContain("warm-up");
  }

  @Test
  void theDefaultsAreTheProfileOfTheFirstMeasurements() throws Exception {
    PlanDocument plan = PlanDocument.read("evolution");

    assertThat(plan.defaults())
        .containsEntry("host", "127.0.0.1")
        .containsEntry("port", "8010")
        .containsEntry("path", "/data.json")
        .containsEntry("users", "10000")
        .containsEntry("rampUp", "60")
        .containsEntry("loops", "1")
        .containsEntry("keepAlive", "true")
        .containsEntry("thinkTime", "0");
    assertThat(plan.names("HTTPSamplerProxy")).containsExactly("warm-up", JMeterRun.LABEL);
  }

  @Test
  void theRunnerSetsOnlyPropertiesThatThePlanHas() throws Exception {
    Path path = Path.of("any");
    Duration second = Duration.ofSeconds(1);
    JMeterRun run = new JMeterRun("java", path, path, second, second, Injectors.NONE);

    List<String> ours =
        run.command(8010, new RampUpLoad(1, second, "/", true), path).stream()
            .filter(option -> option.matches("-J\\w+=.*"))
            .map(option -> option.substring(2, option.indexOf('=')))
            .toList();

    assertThat(ours).contains("port", "users", "rampUp");
    assertThat(PlanDocument.read("evolution").defaults()).containsKeys(ours.toArray(String[]::new));
  }

  @Test
  void aBurstIsMadeOfStepsAndWaitsForItsLastAnswers() throws Exception {
    for (String schedule : PlanDocument.read("burst").values("OpenModelThreadGroup.schedule")) {
      List<String> rates = RATE.matcher(schedule).results().map(MatchResult::group).toList();

      assertThat(rates).hasSizeGreaterThan(1);
      for (int i = 0; i < rates.size(); i += 2) {
        assertThat(rates.get(i + 1)).as("otherwise it is a ramp").isEqualTo(rates.get(i));
      }
      assertThat(schedule.lines().reduce((first, last) -> last).orElseThrow())
          .startsWith("pause(")
          .contains("connectTimeout", "responseTimeout");
    }
  }

  @Test
  void aSteadyLoadIsEvenAfterARampAndWaitsForItsLastAnswers() throws Exception {
    List<String> schedules = PlanDocument.read("steady").values("OpenModelThreadGroup.schedule");
    String rate = "rate(${__P(rate,800)}/s)";
    String end = "pause(${__P(connectTimeout,5000)} ms ${__P(responseTimeout,10000)} ms)";

    assertThat(schedules).hasSize(2);
    assertThat(schedules.get(0).lines())
        .containsExactly("rate(0/s) even_arrivals(${__P(warmUpTime,10)} s) " + rate, end);
    assertThat(schedules.get(1).replaceAll(" ?/\\*.*\\*/", "").lines())
        .containsExactly(
            "pause(${__P(warmUpTime,10)} s)",
            rate + " even_arrivals(${__P(time,45)} s) " + rate,
            end);
  }

  @Test
  void theScaleTriesTheSameNumbersWithAndWithoutKeepAlive() throws Exception {
    PlanDocument plan = PlanDocument.read("scale");
    List<String> users = plan.values("ThreadGroup.num_threads");

    assertThat(users).hasSize(1 + 7 + 7); // the first is the warm-up's
    assertThat(users.subList(1, 8)).isEqualTo(users.subList(8, 15));
    assertThat(plan.defaults()).containsEntry("users1", "1").containsEntry("users7", "1000");
    assertThat(plan.values("HTTPSampler.use_keepalive").subList(1, 15))
        .containsExactlyElementsOf(
            Stream.concat(
                    Stream.generate(() -> "true").limit(7), Stream.generate(() -> "false").limit(7))
                .toList());
    assertThat(plan.values("TestPlan.serialize_threadgroups")).containsExactly("true");
  }
}
