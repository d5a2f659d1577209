package tailgate.lab.sweep;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.summary.Claim;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.SummaryTable;

/** What all results of a sweep say. */
public record SweepReport(SweepPlan sweep, List<SweepResult> results) implements Report {

  private static final List<String> REMARKS =
      List.of(
          "A closed loop: a user asks again once it has its answer. A slow stage is asked less"
              + " often, and what it would have done to those who come meanwhile is not seen.",
          "Requests that failed (another status than 200, or no answer in 30 s) are in no"
              + " percentile, nor are those that still waited for their answer at the end.",
          "The singlethreaded stage gets a new connection for each request: it has no keep-alive.",
          Claim.RULE,
          "Server and generator share this machine; each point is one run.");

  public SweepReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return sweep.name();
  }

  @Override
  public String load() {
    return "Hyperfoil, closed model, GET %s for %d s after 2 s of warm-up"
        .formatted(sweep.path(), sweep.duration().toSeconds());
  }

  @Override
  public List<String> remarks() {
    return REMARKS;
  }

  @Override
  public List<Measurement> measurements() {
    return results.stream().map(SweepResult::measured).toList();
  }

  @Override
  public String text() {
    String words =
        most(results).stream()
            .map(run -> "- %s: %s%n".formatted(run.name(), Diagnosis.of(run)))
            .collect(Collectors.joining());
    return MarkdownTable.of(1, rows()) + verdicts() + "\n" + words;
  }

  /** Of more than one number of users a column each. */
  @Override
  public String digest() {
    if (sweep.users().size() == 1) {
      return MarkdownTable.of(1, rows()) + verdicts();
    }
    SweepFigures figures = new SweepFigures(results);
    String tables =
        sweep.keepAlive().stream()
            .filter(kept -> results.stream().anyMatch(result -> result.run().keepAlive() == kept))
            .map(kept -> title(kept) + ":\n\n" + figures.byUsers(kept))
            .collect(Collectors.joining("\n"));
    return tables + verdicts();
  }

  private String verdicts() {
    List<Claim> claims = claims();
    return claims.isEmpty() ? "" : "\n" + Claim.lines(claims);
  }

  private List<Claim> claims() {
    return Stream.concat(
            SweepClaims.of(sweep, results).stream(), Claim.leftOut(measurements()).stream())
        .toList();
  }

  private static String title(boolean kept) {
    return kept ? "Connections kept" : "A new connection each";
  }

  /** A row for each run, its users and kind of connection being part of its name. */
  private List<List<String>> rows() {
    return new SummaryTable(measurements()).rows();
  }

  @Override
  public HtmlReport page() {
    List<HtmlReport.Section> sections = new ArrayList<>();
    for (boolean kept : sweep.keepAlive()) {
      List<SweepResult> some =
          results.stream().filter(result -> result.run().keepAlive() == kept).toList();
      if (!some.isEmpty()) {
        sections.add(section(title(kept), some));
      }
    }
    return new HtmlReport(
        sweep.name(), sweep.question(), List.of(), answers(), rows(), sections, REMARKS);
  }

  private List<HtmlReport.Answer> answers() {
    Stream<HtmlReport.Answer> diagnoses =
        most(results).stream()
            .map(
                run -> {
                  Diagnosis diagnosis = Diagnosis.of(run);
                  return diagnosis.answer(run.name(), diagnosis.toString());
                });
    return Stream.concat(claims().stream().map(Claim::onPage), diagnoses).toList();
  }

  /** The runs with the most users, where stages differ most. */
  private static List<Measurement> most(List<SweepResult> some) {
    int users = mostUsers(some);
    return some.stream()
        .filter(result -> result.run().users() == users)
        .map(SweepResult::measured)
        .toList();
  }

  private static int mostUsers(List<SweepResult> some) {
    return some.stream().mapToInt(result -> result.run().users()).max().orElse(0);
  }

  private HtmlReport.Section section(String title, List<SweepResult> some) {
    int users = mostUsers(some);
    Plots plots =
        new Plots(
            most(some).stream()
                .map(run -> new Plots.Line(run, run.stage(), run.stage(), false))
                .toList(),
            List.of());
    List<Chart> charts = new ArrayList<>();
    charts.add(plots.curves(String.format(Locale.ROOT, "Latency with %,d users", users)));
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
    String text =
        String.format(Locale.ROOT, "Over time and in the servers: the runs with %,d users.", users);
    return new HtmlReport.Section(title, text, charts);
  }

  private static Chart byUsers(
      String title,
      String yTitle,
      Scale scale,
      List<SweepResult> some,
      ToDoubleFunction<Measurement> figure) {
    Stream<String> stages = some.stream().map(result -> result.run().stage()).distinct();
    List<Series> series =
        stages.map(stage -> new Series(stage, points(some, stage, figure))).toList();
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
