package tailgate.lab.warmup;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Text;
import tailgate.lab.project.Project;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Estimate;
import tailgate.lab.summary.Report;

/** What the results of the warm-up experiment say. */
public record WarmUpReport(WarmUpPlan plan, List<WarmUpResult> results) implements Report {

  private static final int FIRST = 10_000;

  private static final List<String> HEAD =
      List.of(
          "stage",
          "blocks",
          "1st second, % of warm",
          "2nd to 5th, %",
          "6th to 15th, %",
          "warm, answers/s",
          "P99 ms, 1st second",
          "P99 ms, warm",
          "CPU ms, first 10,000",
          "settled",
          "after s");

  public WarmUpReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return "Warm-up";
  }

  @Override
  public String question() {
    return "How slow is the first minute of a server, and what does an AOT cache change?";
  }

  @Override
  public String load() {
    String model =
        plan.perSecond() == null
            ? format("closed model, %d users", plan.users())
            : format("open model, %,.0f requests/s", plan.perSecond());
    return format(
        "Hyperfoil, %s, GET %s from the first request of a JVM on, %d s; %s",
        model, WarmUpPlan.PATH, plan.duration().toSeconds(), plan.blocks());
  }

  /** Of each stage, with and without a cache, the results of all blocks. */
  private List<List<WarmUpResult>> arms() {
    Map<Integer, List<WarmUpResult>> arms = new TreeMap<>();
    for (WarmUpResult result : results) {
      int place =
          2 * Project.STAGES.indexOf(result.run().stage()) + (result.run().cached() ? 1 : 0);
      arms.merge(
          place,
          List.of(result),
          (some, more) -> Stream.concat(some.stream(), more.stream()).toList());
    }
    return List.copyOf(arms.values());
  }

  @Override
  public List<Measurement> measurements() {
    return arms().stream()
        .map(arm -> BlockTable.middle(arm, WarmUpResult::measured).measured())
        .toList();
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(WarmUpResult::measured).toList();
  }

  @Override
  public List<List<String>> table() {
    return Stream.concat(Stream.of(HEAD), arms().stream().map(WarmUpReport::row)).toList();
  }

  private static List<String> row(List<WarmUpResult> all) {
    List<WarmUpResult> arm = BlockTable.trusted(all, WarmUpResult::measured);
    Function<ToDoubleFunction<WarmUpResult>, Estimate> of =
        figure -> new Estimate(arm.stream().mapToDouble(figure).boxed().toList());
    List<Integer> settled =
        arm.stream()
            .map(WarmUpResult::settled)
            .filter(SteadyState::settled)
            .map(SteadyState::seconds)
            .sorted()
            .toList();
    return List.of(
        arm.get(0).run().name(),
        BlockTable.count(all.stream().map(WarmUpResult::measured).toList()),
        of.apply(r -> 100 * r.perSecond(0, 1) / r.warm()).text(WarmUpReport::whole),
        of.apply(r -> 100 * r.perSecond(1, 5) / r.warm()).text(WarmUpReport::whole),
        of.apply(r -> 100 * r.perSecond(5, 15) / r.warm()).text(WarmUpReport::whole),
        of.apply(WarmUpResult::warm).text(WarmUpReport::whole),
        of.apply(r -> r.p99().isEmpty() ? Double.NaN : r.p99().get(0)).text(Text::millis),
        of.apply(WarmUpResult::warmP99).text(Text::millis),
        of.apply(r -> r.cpuMillisOfFirst(FIRST)).text(WarmUpReport::whole),
        format("%d of %d", settled.size(), arm.size()),
        settled.isEmpty() ? "–" : settled.get(settled.size() / 2).toString());
  }

  private static String whole(double value) {
    return format("%,.0f", value);
  }

  /** There are no claims about it. */
  @Override
  public String verdicts() {
    return "";
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return List.of();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    return List.of(
        new HtmlReport.Section(
            "Second by second",
            "Of each stage the mean of all blocks; the AOT cache is dashed.",
            List.of(
                curve("Answers", "per second", WarmUpResult::answered),
                curve("Latency, P99", "µs", WarmUpResult::p99),
                curve("Processor time of the server", "µs per answer", WarmUpResult::cpuMicros))));
  }

  private Chart curve(
      String title, String yTitle, Function<WarmUpResult, List<? extends Number>> seconds) {
    List<Series> series =
        arms().stream()
            .map(
                arm ->
                    new Series(
                        arm.get(0).run().name(),
                        arm.get(0).run().stage(),
                        arm.get(0).run().cached(),
                        points(arm, seconds)))
            .toList();
    return new Chart(Kind.TIME, title, yTitle, Scale.LINEAR, series, List.of());
  }

  private static List<Point> points(
      List<WarmUpResult> arm, Function<WarmUpResult, List<? extends Number>> seconds) {
    int length = arm.stream().mapToInt(result -> seconds.apply(result).size()).min().orElse(0);
    return IntStream.range(0, length)
        .mapToObj(
            i ->
                new Point(
                    i + 0.5,
                    arm.stream()
                        .mapToDouble(result -> seconds.apply(result).get(i).doubleValue())
                        .filter(value -> !Double.isNaN(value))
                        .average()
                        .orElse(0)))
        .toList();
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "Each run is a new JVM. The load generator is one JVM for all runs. It has driven an echo"
            + " until it got no faster, so the first seconds are the server's.",
        "\"Warm\" is the last ten seconds of a run, whether or not the server has settled; its"
            + " P99 is the one in the middle of ten, each of a second.",
        "The server had answered a few requests before the load, of the lab that waited for it.",
        "A server has settled when five seconds in a row agree within 3 % in throughput and in"
            + " processor time per request, after 15 s at the earliest (docs/method.md).",
        "The AOT cache (JEP 514, JEP 515) is made as that of ./tailgate serve: by a server that"
            + " answers 10,000 requests of all kinds. It knows the classes, and how their methods"
            + " were used.");
  }
}
