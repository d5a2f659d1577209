package tailgate.lab.sweep;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Observation;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.SummaryTable;

/** What the results of a sweep say. */
public record SweepReport(SweepPlan plan, List<SweepResult> results) implements Report {

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
    return "Hyperfoil, closed model, GET %s for %d s after 2 s of warm-up"
        .formatted(plan.path(), plan.duration().toSeconds());
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "A closed loop: a user asks again once it has its answer. A slow stage is asked less often,"
            + " so these figures do not show what it does to users who arrive meanwhile.",
        "Failed: another status than 200, in no percentile, or no answer in 30 s. Unanswered:"
            + " still without an answer 5 s after the end. A request without an answer is in the"
            + " percentiles with the time that it has waited, so they can be lower bounds (\">\").",
        "A point with a word in the row \"generator\" gets no verdict: behind (less than 98 % of"
            + " the requests left within 10 ms of when they were due), lag (its P99 is above 1 ms),"
            + " ceiling (above 70 % of what the generator can do), users (throughput × mean latency"
            + " is less than 95 % of the users).",
        "The singlethreaded stage gets a new connection for each request: it has no keep-alive.",
        Verdict.RULE,
        "Server and generator run on this machine, \"cores\" says where; each point is one run.");
  }

  @Override
  public List<Measurement> measurements() {
    return measurements(results);
  }

  private static List<Measurement> measurements(List<SweepResult> some) {
    return some.stream().map(SweepResult::measured).toList();
  }

  /** A row for each run, whose name has its users and kind of connection. */
  @Override
  public List<List<String>> table() {
    return new SummaryTable(measurements()).rows();
  }

  @Override
  public List<String> words() {
    return most(results).map(run -> run.name() + ": " + Diagnosis.of(run)).toList();
  }

  /** With more than one number of users: a column for each. */
  @Override
  public String digest() {
    if (plan.users().size() == 1) {
      return Report.super.digest();
    }
    String tables =
        plan.keepAlive().stream()
            .filter(kept -> !with(kept).isEmpty())
            .map(kept -> title(kept) + ":\n\n" + new SweepTable(with(kept)))
            .collect(joining("\n"));
    return tables + (verdicts().isEmpty() ? "" : "\n" + verdicts());
  }

  private List<SweepResult> with(boolean kept) {
    return results.stream().filter(result -> result.run().keepAlive() == kept).toList();
  }

  private static String title(boolean kept) {
    return kept ? "Connections kept" : "A new connection each";
  }

  @Override
  public String verdicts() {
    return Verdict.lines(judged());
  }

  /** None of the claims is about a handler of the user's own. */
  List<Verdict> judged() {
    List<Observation> runs =
        results.stream()
            .filter(result -> Observation.generatorKeptUp(result.measured()))
            .sorted(Comparator.comparingInt(result -> result.run().users()))
            .map(result -> new Observation(setting(result.run()), result.measured()))
            .toList();
    List<Verdict> verdicts =
        plan.hasItsOwnHandler() ? new Evaluator(plan.name(), 1, runs).verdictsOnSpeed() : List.of();
    return Stream.concat(verdicts.stream(), Verdict.leftOut(measurements()).stream()).toList();
  }

  private static Map<String, String> setting(SweepRun run) {
    return Map.of(
        "stage", run.stage(),
        "users", Integer.toString(run.users()),
        "connections", run.keepAlive() ? "kept" : "new");
  }

  // ---- page

  @Override
  public List<HtmlReport.Answer> answers() {
    return Stream.concat(
            judged().stream().map(Verdict::onPage),
            most(results).map(run -> Diagnosis.of(run).answer(run.name())))
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
    return plan.keepAlive().stream()
        .filter(kept -> !with(kept).isEmpty())
        .map(kept -> section(title(kept), with(kept)))
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
