package tailgate.lab.sweep;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.claim.ClaimRun;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.project.Project;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.SummaryTable;

/** What the results of a sweep say. */
public record SweepReport(SweepPlan plan, List<SweepResult> results) implements Report {

  /** The same for all blocks of a point. */
  private static final Comparator<SweepRun> BY_POINT =
      Comparator.comparing((SweepRun run) -> Objects.requireNonNullElse(run.part(), ""))
          .thenComparing(run -> !run.keepAlive())
          .thenComparingInt(SweepRun::users)
          .thenComparingInt(run -> Project.placeOf(run.stage()))
          .thenComparing(SweepRun::twin);

  /** The comparison of stages first. */
  private static final Comparator<SweepRun> BY_GROUP =
      Comparator.comparing((SweepRun run) -> Objects.requireNonNullElse(run.part(), ""))
          .thenComparing(run -> !run.keepAlive());

  public SweepReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return plan.name();
  }

  @Override
  public String question() {
    return plan.question();
  }

  @Override
  public String load() {
    String size = plan.fileSize() == null ? "" : format(" (%,d bytes)", plan.fileSize());
    String added = plan.added().toString();
    return format(
        "Hyperfoil, closed model, %sfor %d s after 2 s of warm-up%s%s%s",
        plan.stages().isEmpty() ? "" : "GET " + plan.path() + size + " ",
        plan.duration().toSeconds(),
        plan.parts().stream().map(part -> "; " + part).collect(joining()),
        added.isEmpty() ? "" : "; with --stage-args " + added,
        plan.blocks() == null ? "" : "; " + plan.blocks() + settled());
  }

  /** How many servers settled before they were measured. */
  private String settled() {
    List<SteadyState> states =
        results.stream()
            .collect(
                Collectors.toMap(
                    result -> result.run().server(),
                    result -> Optional.ofNullable(result.settled()),
                    (one, other) -> one))
            .values()
            .stream()
            .flatMap(Optional::stream)
            .toList();
    return states.isEmpty()
        ? ""
        : format(
            "; %d of %d servers settled before they were measured, after %d s in the median",
            states.stream().filter(SteadyState::settled).count(),
            states.size(),
            states.stream().map(SteadyState::seconds).sorted().toList().get(states.size() / 2));
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "A closed loop: a user asks again once it has its answer. A slow stage is asked less often,"
            + " so these figures do not show what it does to users who arrive meanwhile.",
        "Failed: another status than 200, in no percentile, or no answer in 30 s. Unanswered:"
            + " still without an answer 5 s after the end. A request without an answer is in the"
            + " percentiles with the time that it has waited, so they can be lower bounds (\">\").",
        "A block with a doubt about the generator is in no verdict, and in no figure unless all are"
            + " (row \"generator\"): behind (less than 98 % of"
            + " the requests left within 10 ms of when they were due), lag (its P99 is above 1 ms),"
            + " held (it is more than 5 % of the users' time), ceiling (above 70 % of what the"
            + " generator can do), users (it had no request for them in more than 5 % of their"
            + " time).",
        "The singlethreaded stage gets a new connection for each request: it has no keep-alive.",
        Verdict.RULE,
        "Server and generator run on this machine, \"cores\" says where; each point is one run.");
  }

  /** The median run of each point, without the A/A arm. */
  @Override
  public List<Measurement> measurements() {
    return measurements(middle());
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(SweepResult::measured).toList();
  }

  private List<SweepResult> middle() {
    return points().stream()
        .filter(point -> !point.get(0).run().twin())
        .map(point -> BlockTable.middle(point, SweepResult::measured))
        .toList();
  }

  /** The results of each point, one of each block. */
  private List<List<SweepResult>> points() {
    Map<SweepRun, List<SweepResult>> points = new TreeMap<>(BY_POINT);
    for (SweepResult result : results) {
      points.computeIfAbsent(result.run(), run -> new ArrayList<>()).add(result);
    }
    return List.copyOf(points.values());
  }

  private boolean inBlocks() {
    return results.stream().anyMatch(result -> result.run().block() > 0);
  }

  private static List<Measurement> measurements(List<SweepResult> some) {
    return some.stream().map(SweepResult::measured).toList();
  }

  /** A row for each point, whose name has its users and kind of connection. */
  @Override
  public List<List<String>> table() {
    return inBlocks()
        ? new BlockTable(points().stream().map(SweepReport::measurements).toList()).rows()
        : new SummaryTable(measurements()).rows();
  }

  @Override
  public List<String> words() {
    return most(middle()).map(run -> run.name() + ": " + Diagnosis.of(run)).toList();
  }

  /** With more than one number of users: a column for each. */
  @Override
  public String digest() {
    if (plan.users().size() == 1) {
      return Report.super.digest();
    }
    String tables =
        groups(results).entrySet().stream()
            .map(group -> group.getKey() + ":\n\n" + new SweepTable(group.getValue()))
            .collect(joining("\n"));
    return tables + (verdicts().isEmpty() ? "" : "\n" + verdicts());
  }

  /** By part and kind of connection, under their titles. */
  private static Map<String, List<SweepResult>> groups(List<SweepResult> some) {
    Map<String, List<SweepResult>> groups = new LinkedHashMap<>();
    some.stream()
        .sorted(Comparator.comparing(SweepResult::run, BY_GROUP))
        .forEach(
            result ->
                groups.computeIfAbsent(title(result.run()), t -> new ArrayList<>()).add(result));
    return groups;
  }

  private static String title(SweepRun run) {
    String kept = run.keepAlive() ? "Connections kept" : "A new connection each";
    return (run.part() == null ? "" : run.part() + ": ") + kept;
  }

  @Override
  public String verdicts() {
    return Verdict.lines(judged())
        + Verdict.noise(
            evaluators().stream().flatMap(evaluator -> evaluator.noiseFloor().stream()).toList());
  }

  /** The verdicts. No claim is about a handler or arguments of the user's own. */
  List<Verdict> judged() {
    return Stream.concat(
            evaluators().stream().flatMap(evaluator -> evaluator.verdictsOnSpeed().stream()),
            Verdict.leftOut(measurements(results)).stream())
        .toList();
  }

  /** One for each test of an origin, because each has A/A arms of its own. */
  private List<Evaluator> evaluators() {
    Map<String, List<SweepResult>> byTest = new TreeMap<>();
    results.stream()
        .filter(result -> plan.doesTheWork(result.run()))
        .forEach(
            result ->
                byTest
                    .computeIfAbsent(
                        plan.part(result.run()).map(Part::test).orElse(""), t -> new ArrayList<>())
                    .add(result));
    return byTest.values().stream().map(this::evaluator).toList();
  }

  private Evaluator evaluator(List<SweepResult> ofOneTest) {
    return new Evaluator(
        ExperimentReader.ofLab(plan.name()).claims(),
        1,
        ofOneTest.stream()
            .sorted(Comparator.comparingInt(result -> result.run().users()))
            .map(
                result ->
                    new ClaimRun(
                        setting(result.run()),
                        result.measured(),
                        ClaimRun.doubt(result.measured())))
            .toList());
  }

  private static Map<String, String> setting(SweepRun run) {
    Map<String, String> setting = new HashMap<>();
    setting.put("stage", run.stage());
    setting.put("users", Integer.toString(run.users()));
    setting.put("connections", run.keepAlive() ? "kept" : "new");
    if (run.part() != null) {
      setting.put("part", run.part());
    }
    return ClaimRun.inBlock(setting, run.block(), run.twin());
  }

  // ---- page

  @Override
  public List<HtmlReport.Answer> answers() {
    return Stream.concat(
            judged().stream().map(Verdict::onPage),
            most(middle()).map(run -> Diagnosis.of(run).answer(run.name())))
        .toList();
  }

  /** The runs with the most users, where stages differ most. */
  private static Stream<Measurement> most(List<SweepResult> some) {
    int users = mostUsers(some);
    return some.stream().filter(result -> result.run().users() == users).map(SweepResult::measured);
  }

  private static int mostUsers(List<SweepResult> some) {
    return some.stream().mapToInt(result -> result.run().users()).max().orElse(0);
  }

  @Override
  public List<HtmlReport.Section> sections() {
    return groups(middle()).entrySet().stream()
        .map(group -> section(group.getKey(), group.getValue()))
        .toList();
  }

  private static HtmlReport.Section section(String title, List<SweepResult> some) {
    int users = mostUsers(some);
    Plots plots = Plots.of(most(some).map(run -> run.called(run.stage())).toList());
    List<Chart> charts = new ArrayList<>();
    charts.add(plots.curves(format("Latency with %,d users", users)));
    if (some.stream().anyMatch(result -> result.run().users() != users)) {
      charts.add(byUsers("Answers", "per second", Scale.LOGARITHMIC, some, Measurement::perSecond));
      charts.add(
          byUsers("Latency, P99", "ms", Scale.LOGARITHMIC, some, run -> run.figures().p99() / 1e3));
      charts.add(
          byUsers(
              "Memory of the server",
              "MiB",
              Scale.LINEAR,
              some,
              run -> run.server().peak(ServerTimeline.RSS)));
    }
    charts.add(plots.slowest());
    charts.addAll(plots.servers());
    return new HtmlReport.Section(
        title, format("Over time and in the servers: the runs with %,d users.", users), charts);
  }

  private static Chart byUsers(
      String title,
      String yTitle,
      Scale scale,
      List<SweepResult> some,
      ToDoubleFunction<Measurement> figure) {
    List<Series> series =
        some.stream()
            .map(result -> result.run().stage())
            .distinct()
            .map(stage -> new Series(stage, points(some, stage, figure)))
            .toList();
    return new Chart(Kind.USERS, title, yTitle, scale, series, List.of());
  }

  private static List<Point> points(
      List<SweepResult> some, String stage, ToDoubleFunction<Measurement> figure) {
    return some.stream()
        .filter(result -> result.run().stage().equals(stage))
        .map(result -> new Point(result.run().users(), figure.applyAsDouble(result.measured())))
        .toList();
  }
}
