package tailgate.lab.evolution;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import tailgate.lab.claim.ClaimRun;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Verdict;
import tailgate.lab.jmeter.RampUpLoad;
import tailgate.lab.load.Measurement;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.project.Project;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.SummaryTable;

/** What the results of the evolution experiment say. */
public record EvolutionReport(RampUpLoad plan, List<EvolutionResult> results) implements Report {

  /** The key of a setting that says whether there was a warm-up. */
  private static final String START = "start";

  /** The resolution of JMeter's clock; smaller differences cannot be seen. */
  private static final long TICK_MICROS = 1_000;

  private static final Comparator<EvolutionRun> IN_ORDER =
      Comparator.comparing(EvolutionRun::cache)
          .thenComparingInt(run -> Project.STAGES.indexOf(run.stage()))
          .thenComparing(EvolutionRun::twin)
          .thenComparing(EvolutionRun::cold);

  public EvolutionReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return "Evolution";
  }

  @Override
  public String question() {
    return "%s ask every stage for %s: what breaks first, and what is a cache worth?"
        .formatted(plan, plan.resource());
  }

  @Override
  public String load() {
    String warmUp = "after a warm-up that is not counted";
    if (results.stream().anyMatch(result -> result.run().cold())) {
      boolean both = results.stream().anyMatch(result -> !result.run().cold());
      warmUp = both ? warmUp + ", or without one (cold)" : "without a warm-up";
    }
    return "JMeter, %s, one GET %s each, %s%s"
        .formatted(
            plan, plan.resource(), warmUp, plan.remark() == null ? "" : "; " + plan.remark());
  }

  /** The median run of each point, without the A/A arm. */
  @Override
  public List<Measurement> measurements() {
    return middle().stream().map(EvolutionResult::measured).toList();
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(EvolutionResult::measured).toList();
  }

  @Override
  public List<List<String>> table() {
    return results.stream().anyMatch(result -> result.run().block() > 0)
        ? new BlockTable(points().stream().map(EvolutionReport::measurements).toList()).rows()
        : new SummaryTable(measurements()).rows();
  }

  private static List<Measurement> measurements(List<EvolutionResult> some) {
    return some.stream().map(EvolutionResult::measured).toList();
  }

  private List<EvolutionResult> middle() {
    return points().stream()
        .filter(point -> !point.get(0).run().twin())
        .map(point -> BlockTable.middle(point, EvolutionResult::measured))
        .toList();
  }

  /** The results of each point, one of each block, in the usual order of the stages. */
  private List<List<EvolutionResult>> points() {
    Map<EvolutionRun, List<EvolutionResult>> points = new LinkedHashMap<>();
    for (EvolutionResult result : results) {
      EvolutionRun run = result.run();
      points
          .computeIfAbsent(
              new EvolutionRun(run.stage(), run.cache(), 0, run.twin(), run.cold()),
              r -> new ArrayList<>())
          .add(result);
    }
    boolean shuffled = results.stream().anyMatch(result -> result.run().block() > 0);
    return shuffled
        ? points.entrySet().stream()
            .sorted(Map.Entry.comparingByKey(IN_ORDER))
            .map(Map.Entry::getValue)
            .toList()
        : List.copyOf(points.values());
  }

  @Override
  public List<String> words() {
    return middle().stream()
        .map(result -> result.measured().name() + ": " + diagnosis(result))
        .toList();
  }

  @Override
  public String verdicts() {
    return Verdict.lines(judged()) + Verdict.noise(evaluator().noiseFloor());
  }

  /**
   * The origin has one load. The P99 of 500 requests is the fifth slowest, which one pause sets.
   */
  List<Verdict> judged() {
    Evaluator evaluator = evaluator();
    if (plan.equals(RampUpLoad.FULL)) {
      return Stream.concat(
              evaluator.verdictsOnSpeed().stream(), Verdict.leftOut(measurements(results)).stream())
          .toList();
    }
    return plan.equals(RampUpLoad.QUICK)
        ? evaluator.verdicts().stream()
            .map(verdict -> verdict.withheld("a quick look is too short for one"))
            .toList()
        : List.of();
  }

  private Evaluator evaluator() {
    return new Evaluator(
        ExperimentReader.ofLab("evolution").claims(),
        TICK_MICROS,
        results.stream()
            .filter(EvolutionResult::whole)
            .map(
                result ->
                    new ClaimRun(
                        setting(result.run()),
                        result.measured(),
                        ClaimRun.doubt(result.measured())))
            .toList());
  }

  private static Map<String, String> setting(EvolutionRun run) {
    Map<String, String> setting = new HashMap<>();
    setting.put("stage", run.stage());
    setting.put("cache", run.cache());
    if (run.cold()) {
      setting.put(START, "cold server");
    }
    return ClaimRun.inBlock(setting, run.block(), run.twin());
  }

  // ---- page

  @Override
  public List<HtmlReport.Answer> answers() {
    return Stream.concat(
            judged().stream().map(Verdict::onPage), stages().stream().map(this::answer))
        .toList();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    return Stream.concat(Stream.of(all()), stages().stream().map(this::section)).toList();
  }

  private List<String> stages() {
    return middle().stream().map(result -> result.run().stage()).distinct().toList();
  }

  private List<EvolutionResult> of(String stage) {
    return middle().stream().filter(result -> result.run().stage().equals(stage)).toList();
  }

  private static Diagnosis diagnosis(EvolutionResult result) {
    return Diagnosis.of(result.measured());
  }

  /** About the worst of its runs; the first of them if several are as bad. */
  private HtmlReport.Answer answer(String stage) {
    EvolutionResult worst =
        of(stage).stream()
            .min(
                Comparator.comparing(result -> diagnosis(result).mood(), Comparator.reverseOrder()))
            .orElseThrow();
    Diagnosis diagnosis = diagnosis(worst);
    String which = diagnosis.mood() == Diagnosis.Mood.GOOD ? "" : worst.run().cacheInWords() + ": ";
    return diagnosis.answer(stage, which + diagnosis.headline() + ".");
  }

  private HtmlReport.Section all() {
    List<Plots.Line> lines =
        middle().stream()
            .map(
                result ->
                    new Plots.Line(
                        result.measured(),
                        result.measured().name(),
                        result.run().stage(),
                        !result.run().equals(of(result.run().stage()).get(0).run())))
            .toList();
    return new HtmlReport.Section(
        "All stages",
        "Each line is a run. The further to the right, the fewer requests were as slow as that.",
        List.of(new Plots(lines, List.of()).curves("Latency")));
  }

  private HtmlReport.Section section(String stage) {
    Plots plots =
        Plots.of(
            of(stage).stream()
                .map(result -> result.measured().called(called(result.run())))
                .toList());
    List<Chart> charts = new ArrayList<>();
    charts.add(plots.slowest());
    charts.add(plots.curves("Latency"));
    charts.addAll(plots.servers());
    String words =
        of(stage).stream()
            .map(result -> capital(called(result.run())) + ": " + diagnosis(result))
            .collect(joining("\n"));
    return new HtmlReport.Section(stage, words, charts);
  }

  private static String called(EvolutionRun run) {
    return run.cacheInWords() + (run.cold() ? ", cold" : "");
  }

  private static String capital(String words) {
    return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
  }

  @Override
  public List<String> remarks() {
    int peak = results.stream().mapToInt(EvolutionResult::peakUsers).max().orElse(0);
    String arrivals =
        plan.rampUp().isZero()
            ? "all due at once"
            : format("%.1f arrivals/s", plan.users() / (double) plan.rampUp().toSeconds());
    return List.of(
        "Percentiles are exact, over every request that was answered with 200; the others are"
            + " counted as failed.",
        "JMeter's clock counts whole milliseconds: a difference of 1 ms says nothing.",
        format(
                "%s with one request each: %s, and at most %d users alive at once. While a stage"
                    + " keeps up,",
                plan, arrivals, peak)
            + " its answers per second are the rate of arrivals, not its capacity.",
        "Time runs from when a request was sent, not from when it was due: delays of JMeter itself"
            + " are in no latency, only in the line on the generator.",
        "JMeter makes each user due after the one before, at the pace that lets the rest arrive by"
            + " the end of the ramp-up, so the rate of arrivals varies by 10 or 20 %. While JMeter"
            + " stands still, all users who should have left are late.",
        Verdict.RULE
            + " Here a difference must also be more than one tick of the clock, which is 1 ms. The"
            + " rate of arrivals is 166.7 a second, and held within 2 of that.",
        "Where server and generator share processors (\"cores\" above), each takes time of the"
            + " other."
            + (results.stream().allMatch(result -> result.run().block() == 0)
                ? " Each run was made once: expect noise in P99 and max."
                : ""));
  }
}
