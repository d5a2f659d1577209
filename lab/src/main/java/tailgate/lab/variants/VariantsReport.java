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
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Observation;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Text;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Estimate;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;

/** What the results of an experiment with variants say. */
public record VariantsReport(VariantsPlan plan, List<VariantResult> results) implements Report {

  private static final String NONE = "–";

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
    GarbageColumns columns = new GarbageColumns(plan.traffic());
    List<List<String>> all = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      List<String> more = i == 0 ? head() : more(points.get(i - 1));
      List<String> special = List.of();
      if (plan.isAboutMemory()) {
        special = i == 0 ? GarbageColumns.HEAD : columns.of(points.get(i - 1));
      } else if (plan.comparesJvms()) {
        special = i == 0 ? JvmColumns.HEAD : JvmColumns.of(trusted(points.get(i - 1)));
      } else if (plan.readsFootprints()) {
        special = i == 0 ? FootprintColumns.HEAD : FootprintColumns.of(trusted(points.get(i - 1)));
      } else if (plan.isAboutPools()) {
        special = i == 0 ? PoolColumns.HEAD : PoolColumns.of(points.get(i - 1));
      }
      all.add(Stream.of(rows.get(i), more, special).flatMap(List::stream).toList());
    }
    return all;
  }

  private static List<VariantResult> trusted(List<VariantResult> all) {
    return BlockTable.trusted(all, VariantResult::measured);
  }

  private List<String> head() {
    List<String> head = new ArrayList<>();
    if (plan.hasBases()) {
      head.add("% of the base");
    }
    head.add("P99 ms, 95 %");
    plan.others().ifPresent(head::add);
    return head;
  }

  /** What stands below {@link #head}. */
  private List<String> more(List<VariantResult> all) {
    List<VariantResult> point = trusted(all);
    List<Double> shares = point.stream().flatMap(result -> share(result).stream()).toList();
    List<Double> rare =
        point.stream()
            .flatMap(result -> Optional.ofNullable(result.rare()).stream())
            .map(VariantResult.Rare::perSecond)
            .toList();
    List<String> cells = new ArrayList<>();
    if (plan.hasBases()) {
      cells.add(new Estimate(shares).text(value -> format("%.1f", value)));
    }
    cells.add(all.size() == 1 ? interval(all.get(0)) : NONE);
    if (plan.others().isPresent()) {
      cells.add(new Estimate(rare).text(value -> format("%,.1f", value)));
    }
    return cells;
  }

  /** Of one run, over its seconds; of several, the interval is in the column of the P99. */
  private static String interval(VariantResult result) {
    return result.p99() == null
        ? NONE
        : Text.millis(result.p99().low()) + " to " + Text.millis(result.p99().high());
  }

  /** The throughput in per cent of that of its base in the same block. */
  private Optional<Double> share(VariantResult result) {
    String base = plan.variant(result.run().variant()).base();
    return results.stream()
        .filter(other -> other.run().variant().equals(base) && !other.run().twin())
        .filter(other -> other.run().block() == result.run().block())
        .map(other -> 100 * result.measured().perSecond() / other.measured().perSecond())
        .findFirst();
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
        ExperimentReader.ofLab(plan.name()).claims(),
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

  /** Those that only some of these experiments have. */
  private Map<String, Double> figures(VariantResult result) {
    if (plan.isAboutPools()) {
      return Map.of(Observation.WORKERS, PoolColumns.workers(result.measured()));
    }
    if (plan.isAboutMemory()) {
      double garbage = new GarbageColumns(plan.traffic()).garbage(result.measured());
      return Map.of(Observation.GARBAGE, garbage);
    }
    return result.footprints() == null ? Map.of() : result.footprints().figures();
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
