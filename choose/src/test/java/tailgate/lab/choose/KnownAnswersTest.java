package tailgate.lab.choose;

import static java.time.temporal.ChronoUnit.MICROS;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.lab.choose.KnownAnswer.Outcome;
import tailgate.lab.choose.KnownAnswer.Said;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.load.Disturbance;
import tailgate.lab.project.Project;

/** The table of known answers, at servers that are computed. */
class KnownAnswersTest {

  private static final int CORES = 1;

  /** What each server needs for a request besides its handler, in milliseconds. */
  private static final Map<String, Double> OWN =
      Map.of(
          "singlethreaded", 0.12,
          "thread-per-request", 0.15,
          "threadpool", 0.10,
          "adaptive-pool", 0.11,
          "virtual-threads", 0.10,
          "event-loop", 0.06);

  private static final double CEILING = 30_000;

  /** Loads of a trial that can be spoiled: the later ones are at the overload. */
  private static final int MOST_LOADS = 10;

  /** Connections are opened before a load, and its last answers are awaited. */
  private static final Duration OPENING = Duration.ofMillis(600);

  private static final Duration LONGEST = Duration.ofSeconds(105);
  private static final int LONGEST_IN_OBJECTIVES = 130;

  static List<KnownAnswer> answers() {
    return KnownAnswer.ALL;
  }

  @ParameterizedTest
  @MethodSource("answers")
  void isRightOnAQuietMachine(KnownAnswer answer) throws Exception {
    Recommendation its = recommendation(answer, (stage, server) -> server);

    assertThat(answer.outcome(said(its, rows), CORES)).as(its.advice()).isEqualTo(Outcome.RIGHT);
  }

  /** In one load the server answers a tenth of what it can, for whatever reason. */
  @ParameterizedTest
  @MethodSource("answers")
  void isNotWrongAfterAHiccup(KnownAnswer answer) throws Exception {
    Map<String, ChooseResult> quiet = results(answer, (stage, server) -> server);
    Lead lead = new Lead(); // as if the spoiled one came last
    quiet.values().forEach(its -> its.arms().forEach(lead::saw));
    List<String> wrong = new ArrayList<>();
    for (String spoiled : List.of("threadpool", "virtual-threads", "event-loop")) {
      for (int load = 1; load <= MOST_LOADS; load++) {
        int hiccup = load;
        Map<String, ChooseResult> all = new LinkedHashMap<>(quiet);
        all.put(
            spoiled, result(answer, spoiled, (stage, server) -> withHiccup(server, hiccup), lead));
        Recommendation its = recommendation(answer, all);
        if (answer.outcome(said(its, rows), CORES) == Outcome.WRONG) {
          wrong.add(String.format(Locale.ROOT, "%s, load %d: %s", spoiled, load, its.advice()));
        }
      }
    }
    assertThat(wrong).isEmpty();
  }

  /** The generator is late in each load, and the servers get a part of their processor. */
  @ParameterizedTest
  @MethodSource("answers")
  void recommendsNothingOnABusyMachine(KnownAnswer answer) throws Exception {
    Recommendation its = recommendation(answer, (stage, server) -> busy(server));

    assertThat(its.pick()).as(its.advice()).isEmpty();
    assertThat(answer.outcome(said(its, rows), CORES)).isNotEqualTo(Outcome.WRONG);
  }

  /** Loads are most of the time; each also opens connections and ends them. */
  @ParameterizedTest
  @MethodSource("answers")
  void takesMinutesWhateverTheObjective(KnownAnswer answer) throws Exception {
    Map<String, Duration> times = new TreeMap<>();
    results(
        answer,
        (stage, server) ->
            (name, load) -> {
              times.merge(stage, load.duration().plus(OPENING), Duration::plus);
              return server.drive(name, load);
            });
    assertThat(times.values().stream().reduce(Duration.ZERO, Duration::plus))
        .as("%s", times)
        .isLessThan(
            LONGEST.plus(Duration.of(LONGEST_IN_OBJECTIVES * answer.objective().micros(), MICROS)));
  }

  private interface Machine {
    Driver at(String stage, ComputedServer server);
  }

  private static Driver withHiccup(ComputedServer server, int load) {
    ComputedServer slow = server.of(server.perSecond() / 10);
    int[] loads = {0};
    return (name, asked) -> (++loads[0] == load ? slow : server).drive(name, asked);
  }

  private static Driver busy(ComputedServer server) {
    Disturbance loops = new Disturbance(0.5, 0, 0);
    ComputedServer late = server.of(server.perSecond() / 3).late();
    return (name, asked) -> {
      Driven driven = late.drive(name, asked);
      return new Driven(driven.load(), driven.latencies(), driven.server(), loops);
    };
  }

  /** Those of the last run. */
  private List<Row> rows = List.of();

  private Recommendation recommendation(KnownAnswer answer, Machine machine) throws Exception {
    return recommendation(answer, results(answer, machine));
  }

  private Recommendation recommendation(KnownAnswer answer, Map<String, ChooseResult> results) {
    rows =
        FailedRequests.withoutChance(
            Row.of(List.copyOf(results.values()), Project.STAGES), answer.objective());
    return Recommendation.of(plan(answer), rows, OptionalDouble.empty());
  }

  private static Map<String, ChooseResult> results(KnownAnswer answer, Machine machine)
      throws Exception {
    Map<String, ChooseResult> results = new LinkedHashMap<>();
    Lead lead = new Lead();
    for (ChooseRun run : ChooseRun.all(Project.STAGES, new Blocks(1, 7), false)) {
      String stage = run.stage();
      results.put(stage, result(answer, stage, machine, lead));
    }
    return results;
  }

  private static ChooseResult result(KnownAnswer answer, String stage, Machine machine, Lead lead)
      throws Exception {
    ChooseRun run = new ChooseRun(stage, 1, false);
    Servers servers = (folder, more) -> machine.at(stage, server(answer, stage, workers(more)));
    return new ChooseResult(
        run, new StageTrials(plan(answer), run, servers, lead, words -> {}).all());
  }

  private static ChoosePlan plan(KnownAnswer answer) {
    return new ChoosePlan(
        answer.objective(),
        Project.STAGES,
        answer.name(),
        List.of(),
        StageArguments.NONE,
        ChoosePlan.PATH,
        null,
        true,
        Pace.QUICK,
        new Blocks(1, 7),
        CORES,
        null);
  }

  private static @Nullable Integer workers(List<String> arguments) {
    return arguments.isEmpty() ? null : Integer.valueOf(arguments.getLast());
  }

  private static ComputedServer server(
      KnownAnswer answer, String stage, @Nullable Integer workers) {
    double cpu = answer.computes() + OWN.getOrDefault(stage, 0.1);
    double most = Math.min(answer.most(stage, workers, CORES), CORES * 1e3 / cpu);
    long micros = Math.round((answer.waits() + cpu) * 1e3);
    ComputedServer server = new ComputedServer(most, micros, CEILING, cpu * 1e3, new ArrayList<>());
    return answer.failing() ? server.thatFails() : server;
  }

  static Said said(Recommendation its, List<Row> rows) {
    return new Said(
        its.pick().map(Row::stage),
        its.pick().map(row -> row.arm().workers()).orElse(null),
        its.pick().map(Row::perSecond).orElse(0.0),
        rows.stream().mapToDouble(Row::perSecond).max().orElse(0),
        its.advice().startsWith(Recommendation.NO));
  }
}
