package tailgate.lab.variants;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Observation;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;

/** What the results of an experiment with variants say. */
public record VariantsReport(VariantsPlan plan, List<VariantResult> results) implements Report {

  public VariantsReport {
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
    String javas =
        plan.javas().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(java -> java.getKey() + " is " + java.getValue())
            .collect(joining(", "));
    List<SteadyState> states =
        results.stream().map(VariantResult::settled).filter(Objects::nonNull).toList();
    long settled = states.stream().filter(SteadyState::settled).count();
    return format(
        "Hyperfoil, %s, %d s after %d s of warm-up; %s; Java %s%s",
        plan.load(),
        plan.traffic().time().toSeconds(),
        plan.traffic().warmUp().toSeconds(),
        plan.blocks(),
        javas,
        states.isEmpty()
            ? ""
            : format("; in %d of %d runs the server had settled", settled, states.size()));
  }

  /** The blocks of each variant, in the order of the plan; the A/A arm follows its like. */
  private Collection<List<VariantResult>> points() {
    Map<Integer, List<VariantResult>> points = new TreeMap<>();
    for (VariantResult result : results) {
      int place = 2 * plan.place(result.run().variant()) + (result.run().twin() ? 1 : 0);
      points.computeIfAbsent(place, p -> new ArrayList<>()).add(result);
    }
    return points.values();
  }

  @Override
  public List<Measurement> measurements() {
    return points().stream()
        .filter(point -> !point.get(0).run().twin())
        .map(point -> BlockTable.middle(point, VariantResult::measured).measured())
        .toList();
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(VariantResult::measured).toList();
  }

  /**
   * The table of all experiments, with what a variant keeps of the one that it is compared with.
   */
  @Override
  public List<List<String>> table() {
    List<List<VariantResult>> points = List.copyOf(points());
    List<List<String>> rows =
        new BlockTable(
                points.stream()
                    .map(point -> point.stream().map(VariantResult::measured).toList())
                    .toList())
            .rows();
    Columns columns = Columns.of(plan, results);
    List<List<String>> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<String> further = i == 0 ? columns.head() : columns.row(points.get(i - 1));
      all.add(Stream.concat(rows.get(i).stream(), further.stream()).toList());
    }
    return all;
  }

  @Override
  public List<String> words() {
    return measurements().stream().map(run -> run.name() + ": " + Diagnosis.of(run)).toList();
  }

  @Override
  public String verdicts() {
    return Verdict.lines(judged()) + Verdict.noise(evaluator().noiseFloor());
  }

  List<Verdict> judged() {
    List<Measurement> all = results.stream().map(VariantResult::measured).toList();
    return Stream.concat(evaluator().verdicts().stream(), Verdict.leftOut(all).stream()).toList();
  }

  private Evaluator evaluator() {
    return new Evaluator(
        plan.experiment().claims(),
        1,
        results.stream()
            .sorted(Comparator.comparingInt(result -> plan.place(result.run().variant())))
            .map(
                result ->
                    new Observation(
                        setting(result.run()),
                        result.measured(),
                        Observation.doubt(result.measured()),
                        figures(result)))
            .toList());
  }

  /** Returns those figures that are not in each measurement; they may be NaN. */
  private Map<String, Double> figures(VariantResult result) {
    Map<String, Double> figures = new HashMap<>();
    figures.put(Observation.WORKERS, Columns.workers(result.measured()));
    figures.put(Observation.GARBAGE, Columns.garbage(result.measured(), plan.traffic()));
    if (result.footprints() != null) {
      figures.putAll(result.footprints().figures());
    }
    return figures;
  }

  private Map<String, String> setting(VariantRun run) {
    Map<String, String> setting = new HashMap<>(plan.variant(run.variant()).setting());
    return Observation.inBlock(setting, run.block(), run.twin());
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return judged().stream().map(Verdict::onPage).toList();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    Plots plots = Plots.of(measurements().stream().map(run -> run.called(run.name())).toList());
    return List.of(
        new HtmlReport.Section(
            "Latency",
            "Of each variant the run in the middle of its blocks.",
            Stream.concat(
                    Stream.of(plots.curves("Latency"), plots.slowest()), plots.servers().stream())
                .toList()));
  }

  @Override
  public List<String> remarks() {
    return Stream.concat(plan.remarks().stream(), Stream.of(Verdict.RULE)).toList();
  }
}
