package tailgate.lab.downstream;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Text;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Band;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Estimate;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;

/** What the results of the experiment on back ends say. */
public record DownstreamReport(DownstreamPlan plan, List<DownstreamResult> results)
    implements Report {

  private static final List<String> HEAD =
      List.of(
          "arm",
          "blocks",
          "answers/s",
          "% of the back end",
          "refused/s",
          "gave up/s",
          "P50 ms",
          "P99 ms",
          "P99 ms before",
          "P99 ms after",
          "threads",
          "back end: connections",
          "waiting",
          "% of calls for nobody");

  public DownstreamReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return "Downstream";
  }

  @Override
  public String question() {
    return format(
        "A back end with %d slots, and %.0f times as many requests: who still uses it?",
        plan.slots(), DownstreamPlan.TIMES);
  }

  @Override
  public String load() {
    return format(
        "Hyperfoil, open model, GET %s; %.0f requests a second for %d s, %.0f for %d s before and"
            + " after, after %d s of warm-up; clients give up after %d ms; a call takes %d ms; %s",
        DownstreamPlan.PATH,
        DownstreamPlan.TIMES * plan.perSecond(),
        plan.overload().toSeconds(),
        plan.perSecond() / 2,
        plan.calm().toSeconds(),
        plan.warmUp().toSeconds(),
        plan.giveUp().toMillis(),
        plan.service().toMillis(),
        plan.blocks());
  }

  /** Of each arm, and of the A/A arm, the results of all blocks, in the order of the plan. */
  private List<List<DownstreamResult>> arms() {
    Map<String, List<DownstreamResult>> arms = new LinkedHashMap<>();
    for (String arm : plan.arms()) {
      arms.put(arm, new ArrayList<>());
      arms.put(new DownstreamRun(arm, 1, true).name(), new ArrayList<>());
    }
    results.forEach(
        result -> arms.computeIfAbsent(result.run().name(), n -> new ArrayList<>()).add(result));
    return arms.values().stream().filter(arm -> !arm.isEmpty()).toList();
  }

  @Override
  public List<Measurement> measurements() {
    return arms().stream()
        .map(arm -> BlockTable.middle(arm, DownstreamResult::measured).measured())
        .toList();
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(DownstreamResult::measured).toList();
  }

  @Override
  public List<List<String>> table() {
    return Stream.concat(Stream.of(HEAD), arms().stream().map(this::row)).toList();
  }

  private List<String> row(List<DownstreamResult> all) {
    List<DownstreamResult> arm = counting(all);
    double seconds = plan.overload().toMillis() / 1e3;
    return List.of(
        arm.get(0).run().name(),
        arm.size() + (arm.size() == all.size() ? "" : " of " + all.size()),
        of(arm, r -> r.measured().perSecond(), DownstreamReport::whole),
        of(arm, r -> 100 * r.share(), DownstreamReport::whole),
        of(arm, r -> r.refused() / seconds, DownstreamReport::whole),
        of(arm, r -> r.gaveUp() / seconds, DownstreamReport::whole),
        latency(arm, DownstreamResult::answers, 50),
        latency(arm, DownstreamResult::answers, 99),
        latency(arm, DownstreamResult::calm, 99),
        latency(arm, DownstreamResult::after, 99),
        of(arm, r -> r.measured().server().peak(ServerTimeline.THREADS), DownstreamReport::whole),
        of(arm, r -> r.backEnd().connections(), DownstreamReport::whole),
        of(arm, r -> r.backEnd().waiting(), DownstreamReport::whole),
        of(arm, DownstreamReport::unused, DownstreamReport::whole));
  }

  private static List<DownstreamResult> counting(List<DownstreamResult> all) {
    List<DownstreamResult> some =
        all.stream().filter(result -> result.objection().isEmpty()).toList();
    return some.isEmpty() ? all : some;
  }

  private static double unused(DownstreamResult result) {
    return 100.0 * result.backEnd().unused() / Math.max(1, result.backEnd().calls());
  }

  private static String of(
      List<DownstreamResult> arm,
      ToDoubleFunction<DownstreamResult> figure,
      DoubleFunction<String> unit) {
    return new Estimate(arm.stream().mapToDouble(figure).boxed().toList()).text(unit);
  }

  /** A part of a load in which nobody was answered has no latency. */
  private static String latency(
      List<DownstreamResult> arm, Function<DownstreamResult, Figures> part, double percentile) {
    List<Figures> known = arm.stream().map(part).filter(its -> its.count() > 0).toList();
    boolean isExact = known.stream().allMatch(its -> its.isExact(percentile));
    return (isExact ? "" : "> ")
        + new Estimate(known.stream().map(its -> (double) its.micros(percentile)).toList())
            .text(Text::millis);
  }

  private static String whole(double value) {
    return format("%,.0f", value);
  }

  private Evaluator evaluator() {
    return new Evaluator(
        ExperimentReader.ofLab(DownstreamExperiment.NAME).claims(),
        1,
        results.stream().flatMap(DownstreamResult::observations).toList());
  }

  @Override
  public String verdicts() {
    return Verdict.lines(evaluator().verdicts())
        + objections()
        + Verdict.noise(evaluator().noiseFloor());
  }

  private String objections() {
    StringBuilder lines = new StringBuilder();
    for (DownstreamResult result : results) {
      result
          .objection()
          .ifPresent(
              why ->
                  lines.append(
                      format(
                          "- %s, block %d, takes no part in a verdict: %s%n",
                          result.run().name(), result.run().block(), why)));
    }
    return lines.toString();
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return evaluator().verdicts().stream().map(Verdict::onPage).toList();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    List<Plots.Line> lines =
        measurements().stream()
            .map(its -> new Plots.Line(its, its.name(), its.name(), false))
            .toList();
    double begin = plan.calm().toMillis() / 1e3;
    Plots plots =
        new Plots(lines, List.of(new Band(begin, begin + plan.overload().toMillis() / 1e3)));
    List<Chart> charts = new ArrayList<>();
    charts.add(plots.p99());
    charts.addAll(plots.servers());
    return List.of(
        new HtmlReport.Section(
            "Before, during and after the overload",
            "Of each arm the block in the middle. What waited in vain is in these latencies.",
            charts));
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "Answers per second are those that arrived in the overload. P50 and P99 are of the answers"
            + " alone: who gave up or was refused is in the columns beside.",
        "\"% of the back end\" is what the server answered of what the same back end answered in"
            + " the same run when it was asked directly, by twice as many users as it has slots.",
        "A call for nobody is one that the back end has ended, and whose answer has reached no"
            + " client. PostgreSQL also counts the set-up of connections among its calls.",
        "Refused: 503 because there was no slot or no room in the queue in time, or because the"
            + " back end failed. The handlers wait 250 ms for a slot.",
        Verdict.RULE);
  }
}
