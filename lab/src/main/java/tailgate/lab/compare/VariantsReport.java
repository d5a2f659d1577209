package tailgate.lab.compare;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toList;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import tailgate.lab.claim.DecidedClaims;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Look;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Measurement;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.BlockChoice;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.SlowestRequests;
import tailgate.lab.summary.WhySlow;

/** What the results of an experiment with variants say. */
public record VariantsReport(VariantsPlan plan, List<VariantResult> results) implements Report {

  /** The place of the blocks in the words of a plan. */
  private static final String BLOCKS = "{blocks}";

  private static final String EARLY =
      ". The run could end early: its looks share the 5 % of errors, so the intervals of its claims"
          + " are wider than those of a fixed number of blocks (docs/method.md).";

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
    if (plan.load().contains(plan.blocks().toString())) { // it says all, as older labs wrote it
      return "Hyperfoil, " + plan.load();
    }
    String javas =
        plan.javas().entrySet().stream()
            .sorted(Map.Entry.comparingByKey())
            .map(java -> java.getKey() + " is " + java.getValue())
            .collect(joining(", "));
    String load =
        plan.load() + (plan.load().contains(BLOCKS) ? "" : times() + parts() + "; " + BLOCKS);
    return format(
        "Hyperfoil, %s%s%s",
        load.replace(BLOCKS, plan.blocks().toString()),
        javas.isEmpty() ? "" : "; Java " + javas,
        settled());
  }

  private String times() {
    if (!plan.traffic().isSteady()) {
      return "";
    }
    long warmUp = plan.traffic().warmUp().toSeconds();
    return format(
        ", %d s%s",
        plan.traffic().time().toSeconds(),
        warmUp == 0 ? "" : format(" after %d s of warm-up", warmUp));
  }

  /** Describes the servers and the requests of each part. */
  private String parts() {
    return plan.variants().stream()
        .filter(variant -> variant.setting().containsKey("part"))
        .map(
            variant ->
                "; %s: %s, GET %s"
                    .formatted(
                        variant.setting().get("part"),
                        Stream.concat(Stream.of(variant.stage()), variant.arguments().stream())
                            .collect(joining(" ")),
                        variant.path()))
        .distinct()
        .collect(joining());
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
    return VariantResult.inOrder(plan, results)
        .collect(groupingBy(result -> result.run().title(), LinkedHashMap::new, toList()))
        .values();
  }

  @Override
  public int nameColumns() {
    return new RowNames(plan).count();
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
    return middle().stream().map(VariantResult::measured).toList();
  }

  /** Returns the median run of each variant, without the A/A arm. */
  private List<VariantResult> middle() {
    return points().stream()
        .filter(point -> !point.get(0).run().twin())
        .map(point -> BlockChoice.middle(point, VariantResult::measured))
        .toList();
  }

  /** Returns the runs with the most users, in which variants differ most. */
  private List<VariantResult> withMostUsers(List<VariantResult> runs) {
    int most = runs.stream().mapToInt(this::users).max().orElse(0);
    return runs.stream().filter(result -> users(result) == most).toList();
  }

  private int users(VariantResult result) {
    return plan.traffic().usersOf(plan.variant(result.run().variant()));
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(VariantResult::measured).toList();
  }

  @Override
  public List<List<String>> table() {
    RowNames names = new RowNames(plan);
    Columns columns = Columns.of(plan, results);
    List<List<String>> rows = new ArrayList<>();
    rows.add(row(names.head(), "blocks", columns.head()));
    for (List<VariantResult> point : points()) {
      rows.add(row(names.of(point.getFirst()), columns.count(point), columns.row(point)));
    }
    return rows;
  }

  private static List<String> row(List<String> names, String blocks, List<String> figures) {
    return Stream.of(names, List.of(blocks), figures).flatMap(List::stream).toList();
  }

  /** Returns a table with a column for each value if the file has one across an axis. */
  @Override
  public String digest() {
    Across across = new Across(plan, results);
    return across
        .axis()
        .map(axis -> across.tables(axis) + (verdicts().isEmpty() ? "" : "\n" + verdicts()) + why())
        .orElseGet(Report.super::digest);
  }

  @Override
  public List<String> words() {
    return withMostUsers(middle()).stream()
        .map(VariantResult::measured)
        .map(run -> run.name() + ": " + Diagnosis.of(run))
        .toList();
  }

  /** Returns all blocks of each arm by its name, without the A/A arm. */
  private Map<String, List<Measurement>> arms() {
    Map<String, List<Measurement>> arms = new LinkedHashMap<>();
    points().stream()
        .filter(point -> !point.getFirst().run().twin())
        .forEach(
            point ->
                arms.put(
                    point.getFirst().measured().name(),
                    point.stream().map(VariantResult::measured).toList()));
    return arms;
  }

  @Override
  public String why() {
    return WhySlow.of(arms()).text();
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

  /** Returns the verdict on each claim that was tried, and what was left out. */
  public List<Verdict> judged() {
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
    List<Verdict> verdicts =
        plan.variesUsers() ? evaluator(onPage).verdictsOnSpeed() : evaluator(onPage).verdicts();
    return Stream.concat(verdicts.stream(), leftOut.stream()).toList();
  }

  private Optional<String> objection(VariantResult result) {
    return result.objection(plan);
  }

  private int made() {
    return results.stream().mapToInt(result -> result.run().block()).max().orElse(0);
  }

  /** Returns what the last look has decided; empty if there was none. */
  Optional<DecidedClaims> decided() {
    return plan.blocks().looks().stream()
        .filter(first -> first.blocks() <= made())
        .findFirst()
        .map(any -> DecidedClaims.of(evaluator(true), plan.blocks().looks().getLast()));
  }

  private Evaluator evaluator(boolean onPage) {
    Look look = plan.blocks().look(made());
    return new Evaluator(
        plan.experiment().claims().stream().filter(claim -> onPage || !claim.onPageOnly()).toList(),
        plan.traffic().tickMicros(),
        inOrder()
            .filter(result -> result.run().block() <= look.blocks())
            .filter(result -> plan.variant(result.run().variant()).isOriginal())
            .flatMap(result -> result.observations(plan))
            .toList(),
        look);
  }

  /**
   * Verdicts are in the order of the table; on a load that is counted or has phases, and with
   * several numbers of users, in that of the runs, as before.
   */
  private Stream<VariantResult> inOrder() {
    ToIntFunction<VariantResult> place = result -> plan.place(result.run().variant());
    return plan.traffic().isSteady()
        ? results.stream().sorted(Comparator.comparingInt(plan.variesUsers() ? this::users : place))
        : results.stream();
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    Stream<Verdict> verdicts = hasClaims() ? judged().stream() : Stream.empty();
    return Stream.concat(verdicts.map(Verdict::onPage), broken()).toList();
  }

  /** Returns what broke first at each server of JMeter's users, or of the most users. */
  private Stream<HtmlReport.Answer> broken() {
    Stream<Measurement> asked =
        plan.traffic().isOfJMeter()
            ? measurements().stream()
            : plan.variesUsers()
                ? withMostUsers(middle()).stream().map(VariantResult::measured)
                : Stream.empty();
    return asked.map(run -> Diagnosis.of(run).answer(run.name()));
  }

  @Override
  public List<HtmlReport.Section> sections() {
    if (plan.readsSeconds()) {
      return withReasons(Stream.of(new SecondsChart(plan, List.copyOf(points())).section()));
    }
    Phases phases = plan.traffic().phases();
    if (phases != null) {
      return withReasons(new PhaseCharts(plan, phases, List.copyOf(points())).sections().stream());
    }
    Across across = new Across(plan, results);
    return withReasons(
        across.sections(middle()).entrySet().stream()
            .map(section -> section(across, section.getKey(), section.getValue())));
  }

  private List<HtmlReport.Section> withReasons(Stream<HtmlReport.Section> sections) {
    return Stream.of(WhySlow.of(arms()).section(), new SlowestRequests(arms()).section(), sections)
        .flatMap(part -> part)
        .toList();
  }

  private HtmlReport.Section section(Across across, String title, List<VariantResult> all) {
    List<VariantResult> most = withMostUsers(all);
    String with = across.axis().map(axis -> " with " + across.value(axis, most.get(0))).orElse("");
    Plots plots =
        Plots.of(
            most.stream()
                .map(
                    result ->
                        result
                            .measured()
                            .called(
                                with.isEmpty() ? result.measured().name() : across.label(result)))
                .toList());
    List<Chart> charts = new ArrayList<>(List.of(plots.curves("Latency" + with)));
    charts.addAll(across.charts(all));
    charts.add(plots.slowest());
    charts.addAll(plots.servers());
    return new HtmlReport.Section(
        title.isEmpty() ? "Latency" : title,
        "Of each variant the run in the middle of its blocks"
            + (with.isEmpty() ? "." : "; over time and in the servers: the runs" + with + "."),
        charts);
  }

  @Override
  public List<String> remarks() {
    Stream<String> rule = hasClaims() ? Stream.of(Verdict.RULE) : Stream.empty();
    List<String> ownRemarks =
        plan.remarks().isEmpty() ? plan.experiment().remarks() : plan.remarks();
    Stream<String> ended = decided().stream().map(claims -> claims + EARLY);
    return Stream.of(ownRemarks.stream(), peak().stream(), ended, rule)
        .flatMap(all -> all)
        .toList();
  }

  private Optional<String> peak() {
    return results.stream()
        .flatMap(result -> Stream.ofNullable(result.users()))
        .map(VariantResult.JMeterUsers::peak)
        .max(Comparator.naturalOrder())
        .map(peak -> format("At most %,d users were alive at once.", peak));
  }
}
