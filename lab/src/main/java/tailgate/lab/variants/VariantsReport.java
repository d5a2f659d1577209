package tailgate.lab.variants;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Measurement;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.TablePlan;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;

/** What the results of an experiment with variants say. */
public record VariantsReport(VariantsPlan plan, List<VariantResult> results) implements Report {

  private static final int NAME_AND_BLOCKS = 2;

  /** The place of the blocks in the words of a plan. */
  private static final String BLOCKS = "{blocks}";

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
    if (plan.traffic().isOfJMeter()) {
      return "JMeter, " + plan.load();
    }
    String javas =
        plan.javas().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(java -> java.getKey() + " is " + java.getValue())
            .collect(joining(", "));
    String load = plan.load() + (plan.load().contains(BLOCKS) ? "" : times() + "; " + BLOCKS);
    return format(
        "Hyperfoil, %s%s%s",
        load.replace(BLOCKS, plan.blocks().toString()),
        javas.isEmpty() ? "" : "; Java " + javas,
        settled());
  }

  private String times() {
    if (plan.traffic().counted() != null || plan.traffic().phases() != null) {
      return "";
    }
    long warmUp = plan.traffic().warmUp().toSeconds();
    return format(
        ", %d s%s",
        plan.traffic().time().toSeconds(),
        warmUp == 0 ? "" : format(" after %d s of warm-up", warmUp));
  }

  private String settled() {
    List<SteadyState> states =
        results.stream().flatMap(result -> Stream.ofNullable(result.settled())).toList();
    long settled = states.stream().filter(SteadyState::settled).count();
    return states.isEmpty() || plan.readsSeconds()
        ? ""
        : format("; in %d of %d runs the server had settled", settled, states.size());
  }

  /**
   * The blocks of each variant, in the order of the plan. Each A/A arm follows its like, or they
   * are the last ones, in an order of their own.
   */
  private Collection<List<VariantResult>> points() {
    Map<Integer, List<VariantResult>> points = new TreeMap<>();
    for (VariantResult result : results) {
      int place = 2 * plan.place(result.run().variant()) + (result.run().twin() ? 1 : 0);
      if (result.run().twin() && hasTwinsLast()) {
        place = 2 * plan.variants().size() + plan.twins().indexOf(result.run().variant());
      }
      points.computeIfAbsent(place, p -> new ArrayList<>()).add(result);
    }
    return points.values();
  }

  private boolean hasTwinsLast() {
    TablePlan table = plan.experiment().table();
    return table != null && table.twinsLast();
  }

  @Override
  public int nameColumns() {
    return Columns.of(plan, results).nameCount();
  }

  @Override
  public Optional<String> generator() {
    return plan.leavesOut(Objection.LATE_PHASE)
        ? new PhaseWords(phased()).generator()
        : Optional.empty();
  }

  private List<PhasedRun> phased() {
    return results.stream().flatMap(result -> result.phased(plan).stream()).toList();
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
      List<String> names = i == 0 ? columns.nameHead() : names(columns, points.get(i - 1));
      List<String> shown = new ArrayList<>(names.isEmpty() ? rows.get(i).subList(0, 1) : names);
      if (i == 0 && names.isEmpty() && plan.traffic().phases() != null) {
        shown.set(0, "arm");
      }
      shown.add(i == 0 ? rows.get(i).get(1) : columns.count(points.get(i - 1)));
      if (hasUsual()) {
        shown.addAll(rows.get(i).subList(NAME_AND_BLOCKS, rows.get(i).size()));
      }
      shown.addAll(i == 0 ? columns.head() : columns.row(points.get(i - 1)));
      all.add(shown);
    }
    return all;
  }

  private static List<String> names(Columns columns, List<VariantResult> point) {
    return columns.nameHead().isEmpty() ? List.of() : columns.names(point.get(0).run());
  }

  private boolean hasUsual() {
    TablePlan table = plan.experiment().table();
    return table == null || !Boolean.FALSE.equals(table.usual());
  }

  @Override
  public List<String> words() {
    return measurements().stream().map(run -> run.name() + ": " + Diagnosis.of(run)).toList();
  }

  @Override
  public String verdicts() {
    String title = plan.experiment().verdictsTitle();
    return (title == null ? "" : title + "\n\n")
        + (hasClaims() ? Verdict.lines(judged(false)) : "")
        + new Targets(plan).lines(List.copyOf(points()))
        + (plan.leavesOut(Objection.LATE_PHASE) ? new PhaseWords(phased()).leftOut() : "")
        + Verdict.noise(evaluator(true).noiseFloor());
  }

  private boolean hasClaims() {
    return !plan.experiment().claims().isEmpty();
  }

  List<Verdict> judged() {
    return judged(true);
  }

  /**
   * Returns the verdicts, and what was left out if whole runs are judged.
   *
   * @param onPage whether they are for the page, which has more of them
   */
  private List<Verdict> judged(boolean onPage) {
    List<Verdict> leftOut =
        plan.leavesOut(Objection.LATE_PHASE)
            ? List.of()
            : Verdict.leftOut(results, result -> result.measured().name(), this::objection);
    return Stream.concat(evaluator(onPage).verdicts().stream(), leftOut.stream()).toList();
  }

  private Optional<String> objection(VariantResult result) {
    return result.objection(plan);
  }

  private Evaluator evaluator(boolean onPage) {
    return new Evaluator(
        plan.experiment().claims().stream().filter(claim -> onPage || !claim.onPageOnly()).toList(),
        plan.traffic().tickMicros(),
        inOrder()
            .filter(result -> plan.variant(result.run().variant()).isOriginal())
            .flatMap(result -> result.observations(plan))
            .toList());
  }

  /**
   * Verdicts are in the order of the table; on a load that is counted or has phases in that of the
   * runs, as before.
   */
  private Stream<VariantResult> inOrder() {
    return plan.traffic().counted() == null && plan.traffic().phases() == null
        ? results.stream()
            .sorted(Comparator.comparingInt(result -> plan.place(result.run().variant())))
        : results.stream();
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    Stream<Verdict> verdicts = hasClaims() ? judged().stream() : Stream.empty();
    return Stream.concat(verdicts.map(Verdict::onPage), broken()).toList();
  }

  /** Returns what broke first at each server, which is what a load of JMeter asks. */
  private Stream<HtmlReport.Answer> broken() {
    Stream<Measurement> asked =
        plan.traffic().isOfJMeter() ? measurements().stream() : Stream.empty();
    return asked.map(run -> Diagnosis.of(run).answer(run.name()));
  }

  @Override
  public List<HtmlReport.Section> sections() {
    if (plan.readsSeconds()) {
      return List.of(new SecondsChart(plan, List.copyOf(points())).section());
    }
    Phases phases = plan.traffic().phases();
    if (phases != null) {
      return new PhaseCharts(plan, phases, List.copyOf(points())).sections();
    }
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
    Stream<String> rule = hasClaims() ? Stream.of(Verdict.RULE) : Stream.empty();
    List<String> ownRemarks =
        plan.remarks().isEmpty() ? plan.experiment().remarks() : plan.remarks();
    return Stream.of(ownRemarks.stream(), peak().stream(), rule).flatMap(all -> all).toList();
  }

  private Optional<String> peak() {
    return results.stream()
        .flatMap(result -> Stream.ofNullable(result.users()))
        .map(VariantResult.JMeterUsers::peak)
        .max(Comparator.naturalOrder())
        .map(peak -> format("At most %,d users were alive at once.", peak));
  }
}
