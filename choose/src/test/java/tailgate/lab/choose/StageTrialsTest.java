package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import tailgate.lab.experiment.StageArguments;

/** At pools that are computed: as many workers as they have, 20 ms for each request. */
class StageTrialsTest {

  private static final long HELD_MICROS = 20_000;

  private final List<String> started = new ArrayList<>();

  @Test
  void aPoolThatIsTooSmallIsTriedWithWhatLittlesLawAsksFor() throws Exception {
    List<Arm> arms = trials(Pace.QUICK, "threadpool").all();

    assertThat(arms).extracting(Arm::name).containsExactly("threadpool 100", "threadpool 256");
    assertThat(arms.get(0).after()).as("the default is not looked at more closely").isNull();
    assertThat(arms.get(1).after()).isNotNull();
    assertThat(arms.get(1).perSecond()).isGreaterThan(arms.get(0).perSecond() * 1.5);
    assertThat(started).containsExactly("", "workers-256 --workers 256");
  }

  @Test
  void theFullFormTriesARejectingServerWithAQueueForTheObjective() throws Exception {
    List<Arm> arms = trials(Pace.FULL, "threadpool").all();

    assertThat(arms).hasSize(2);
    assertThat(arms.get(1).rejecting()).isNotNull();
    assertThat(started.get(2))
        .startsWith("reject --overload reject --queue ")
        .endsWith(" --workers 256");
  }

  @Test
  void aStageWithoutASizeIsTriedOnce() throws Exception {
    List<Arm> arms = trials(Pace.FULL, "virtual-threads").all();

    assertThat(arms).extracting(Arm::name).containsExactly("virtual-threads");
    assertThat(started).containsExactly("");
  }

  @Test
  void aClimbThatAHiccupHasEndedGoesOnFromWhatTheOverloadHasShown() throws Exception {
    ComputedServer slow = new ComputedServer(1_000, HELD_MICROS);
    ComputedServer fast = new ComputedServer(3_000, HELD_MICROS);
    Servers servers =
        (folder, more) ->
            (name, load) ->
                (fast.loads().isEmpty() && !name.startsWith("overload") ? slow : fast)
                    .drive(name, load);

    assertThat(virtualThreads(servers).perSecond()).isBetween(2_600.0, 3_100.0);
  }

  @Test
  void aClimbGoesOnIfTheOverloadAnswersMoreInTimeThanTheRateAtWhichItEnded() throws Exception {
    ComputedServer cold = new ComputedServer(1_000, HELD_MICROS);
    // It does not hold 1.5 times as much either: requests pile up, although still in time.
    ComputedServer warm = new ComputedServer(1_430, HELD_MICROS);
    Servers servers =
        (folder, more) ->
            (name, load) ->
                (warm.loads().isEmpty() && !name.startsWith("overload") ? cold : warm)
                    .drive(name, load);

    assertThat(virtualThreads(servers).perSecond()).isBetween(1_250.0, 1_480.0);
  }

  @Test
  void fewRequestsThatHoldAboveTheCapacityDoNotRaiseIt() throws Exception {
    ComputedServer slow = new ComputedServer(40, HELD_MICROS);
    ComputedServer fast = new ComputedServer(300, HELD_MICROS);
    Servers servers =
        (folder, more) ->
            (name, load) -> (name.startsWith("overload") ? fast : slow).drive(name, load);

    assertThat(virtualThreads(servers).perSecond()).isLessThan(45);
  }

  @Test
  void aBriefTrialHasNoOverload() throws Exception {
    Servers servers = (folder, more) -> new ComputedServer(1_000, HELD_MICROS);

    assertThat(arm(Pace.BRIEF, servers).after()).isNull();
    assertThat(arm(Pace.BRIEF, servers).perSecond()).isBetween(850.0, 1_050.0);
    assertThat(arm(Pace.QUICK, servers).after()).isNotNull();
  }

  @Test
  void aServerThatIsNotOursIsOverloadedOnlyIfItMayBe() throws Exception {
    ComputedServer server = new ComputedServer(1_000, HELD_MICROS);

    assertThat(virtualThreads((folder, more) -> new BoundedServer(server, 1_200)).after()).isNull();
    assertThat(server.loads()).allMatch(load -> load.mostPerSecond() <= 1_200);

    assertThat(virtualThreads((folder, more) -> new BoundedServer(server, 2_000)).after())
        .isNotNull();
  }

  private static Arm virtualThreads(Servers servers) throws Exception {
    return arm(Pace.QUICK, servers);
  }

  private static Arm arm(Pace pace, Servers servers) throws Exception {
    return new StageTrials(
            Samples.plan(List.of("virtual-threads"), pace),
            new ChooseRun("virtual-threads", 1, false),
            servers,
            new Lead(),
            words -> {})
        .all()
        .get(0);
  }

  @Test
  void aSizeThatTheUserHasSetIsKept() throws Exception {
    ChoosePlan plan = Samples.plan(List.of("threadpool"), Pace.QUICK);
    ChoosePlan own =
        new ChoosePlan(
            plan.objective(),
            plan.stages(),
            plan.handler(),
            plan.arguments(),
            new StageArguments(Map.of("threadpool", List.of("--workers=50"))),
            plan.path(),
            null,
            true,
            plan.pace(),
            plan.blocks(),
            1,
            null);

    List<Arm> arms =
        new StageTrials(
                own, new ChooseRun("threadpool", 1, false), this::start, new Lead(), words -> {})
            .all();

    assertThat(arms).extracting(Arm::name).containsExactly("threadpool 50");
    assertThat(own.argumentsOf("threadpool", List.of("--workers", "100")))
        .containsSubsequence("--simulate-io", "20ms", "--workers=50")
        .doesNotContain("100");
  }

  private StageTrials trials(Pace pace, String stage) {
    return new StageTrials(
        Samples.plan(List.of(stage), pace),
        new ChooseRun(stage, 1, false),
        this::start,
        new Lead(),
        words -> {});
  }

  private Driver start(String folder, List<String> more) {
    started.add((folder + " " + String.join(" ", more)).strip());
    int at = more.indexOf("--workers");
    int workers = at < 0 ? 100 : Integer.parseInt(more.get(at + 1));
    return new ComputedServer(Math.min(10_000, workers * 1e6 / HELD_MICROS), HELD_MICROS);
  }
}
