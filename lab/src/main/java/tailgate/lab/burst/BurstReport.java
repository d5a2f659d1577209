package tailgate.lab.burst;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;
import static tailgate.lab.load.Text.millis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Verdict;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Text;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Band;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.Diagnosis;
import tailgate.lab.summary.Estimate;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;

/**
 * What the results of the burst experiment say. Of the trials of each candidate the charts show the
 * one whose spike P99 is in the middle; the table has all.
 */
public record BurstReport(BurstPlan plan, List<BurstResult> results) implements Report {

  public static final String QUESTION =
      "Does a pool that sizes itself cut the P99 of a burst by at least 30 %?";

  /** Marks a spike with a collection. */
  private static final String COLLECTED = "g";

  private static final List<String> HEAD =
      List.of(
          "handler",
          "connections",
          "stage",
          "blocks",
          "P99 in spikes, ms",
          "by spike",
          "P50",
          "P99 else",
          "threads");

  private static List<BurstResult> counting(List<BurstResult> runs) {
    return runs.stream().filter(run -> run.objection().isEmpty()).toList();
  }

  /** The results of one handler with one kind of connection, in the order in which they appear. */
  private record Group(
      BurstPlan plan, String handler, boolean keepAlive, List<BurstResult> results) {

    String name() {
      return handler + ", " + BurstResult.connections(keepAlive);
    }

    String title() {
      String what =
          BurstWorkload.ALL.stream()
              .filter(workload -> workload.name().equals(handler))
              .map(BurstWorkload::what)
              .findFirst()
              .orElse(handler);
      return what + (keepAlive ? "; connections kept" : "; a new connection each");
    }

    List<BurstResult> of(Role role) {
      return of(role, false);
    }

    List<BurstResult> of(Role role, boolean twin) {
      return results.stream()
          .filter(result -> result.role() == role && result.twin() == twin)
          .toList();
    }

    List<String> noiseFloor() {
      return evaluator(false).noiseFloor();
    }

    private Evaluator evaluator(boolean isOnPageOnly) {
      return new Evaluator(
          ExperimentReader.ofLab("burst").claims().stream()
              .filter(claim -> claim.onPageOnly() == isOnPageOnly)
              .toList(),
          1,
          results.stream().map(run -> run.observation(plan)).toList());
    }

    Stream<BurstResult> middleRuns() {
      return Arrays.stream(Role.values())
          .map(this::of)
          .filter(runs -> !runs.isEmpty())
          .map(runs -> counting(runs).isEmpty() ? runs : counting(runs))
          .map(
              runs ->
                  runs.stream()
                      .sorted(Comparator.comparingLong(run -> run.spikes().p99()))
                      .toList()
                      .get(runs.size() / 2));
    }

    List<Verdict> verdicts(boolean isOnPageOnly) {
      return evaluator(isOnPageOnly).verdicts();
    }

    /** Returns the verdict for a card, with a reason if no run counts. */
    Verdict explained() {
      Verdict verdict = verdict();
      return verdict.found().startsWith(Verdict.NO_BLOCK)
          ? results.stream()
              .flatMap(run -> run.objection().stream())
              .findFirst()
              .map(verdict::withheld)
              .orElse(verdict)
          : verdict;
    }

    /** The verdict of the group; it exists even if nothing can be compared. */
    Verdict verdict() {
      return verdicts(false).stream()
          .findFirst()
          .orElseGet(
              () -> {
                long trials = results.stream().map(BurstResult::trial).distinct().count();
                String found = format("%s, %d left out", Verdict.NO_BLOCK, trials);
                return new Verdict(name(), Verdict.Outcome.INCONCLUSIVE, found);
              });
    }
  }

  public BurstReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return "Burst";
  }

  @Override
  public String question() {
    return QUESTION;
  }

  @Override
  public String load() {
    return format(
            "Hyperfoil, open model, GET %s; %d x (quiet %d ms, spike %d ms, cool-down %d ms)",
            plan.resource() + plan.fileSize().map(size -> format(" (%,d bytes)", size)).orElse(""),
            plan.cycles(),
            plan.quiet().toMillis(),
            plan.spike().toMillis(),
            plan.coolDown().toMillis())
        + format(" after %d ms of warm-up", plan.beforeTheFirstCycle().toMillis())
        + (plan.rehearsals() == 0 ? "" : format(" with %d spikes", plan.rehearsals()))
        + arrivals()
        + (plan.blocks() == null ? "" : "; " + plan.blocks());
  }

  /** The arrivals in words. Old results do not record them; they were uniform. */
  private String arrivals() {
    List<Arrivals> all =
        results.stream().map(BurstResult::arrivals).flatMap(Stream::ofNullable).distinct().toList();
    if (all.isEmpty()) {
      return "";
    }
    return all.get(0).law() == Arrivals.Law.UNIFORM
        ? ", uniform arrivals"
        : all.stream()
            .map(arrivals -> Long.toString(arrivals.seed()))
            .collect(joining(", ", ", Poisson arrivals, seed ", " (one for each trial)"));
  }

  @Override
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    remarks.add(
        "The claim is HELD or NOT HELD only if the whole 95 % interval over at least ten blocks"
            + " says that the adaptive pool's P99 is at least 30 % below the fixed pool's, or that"
            + " it is not; else it is INCONCLUSIVE, or a FIRST IMPRESSION if fewer blocks were made"
            + " (docs/method.md). A run does not count if"
            + " requests failed, or if the generator fell behind.");
    if (plan.work() != null) {
      remarks.add("The arms: " + String.join("; ", plan.work().arms()) + ".");
    }
    remarks.add("Latency counts from when a request was due, whatever kept it from being sent.");
    remarks.add(
        "Where a handler waits, spikes are 3.3 times what 8 workers can do. Where it computes, they"
            + " stay below what the cores can do, because above that every pool queues without end."
            + " For a handler of your own, --spike-rate sets them.");
    remarks.add(
        "Where server and generator share processors (\"cores\" above), each takes time of the"
            + " other.");
    return remarks;
  }

  @Override
  public List<Measurement> measurements() {
    return groups().stream()
        .flatMap(
            group ->
                group
                    .middleRuns()
                    .map(run -> run.measurement(run.candidate() + ", " + group.name(), plan)))
        .toList();
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(run -> run.measurement(run.candidate(), plan)).toList();
  }

  private List<Group> groups() {
    record Key(String workload, boolean keepAlive) {}
    return results.stream()
        .map(r -> new Key(r.workload(), r.keepAlive()))
        .distinct()
        .map(
            key ->
                new Group(
                    plan,
                    key.workload,
                    key.keepAlive,
                    results.stream()
                        .filter(r -> new Key(r.workload(), r.keepAlive()).equals(key))
                        .toList()))
        .toList();
  }

  // ---- table and verdicts

  @Override
  public int nameColumns() {
    return 3;
  }

  @Override
  public List<List<String>> table() {
    Stream<List<String>> rows =
        groups().stream()
            .flatMap(
                group ->
                    Arrays.stream(Role.values())
                        .flatMap(role -> Stream.of(group.of(role), group.of(role, true)))
                        .filter(runs -> !runs.isEmpty())
                        .map(runs -> row(group, runs)));
    return Stream.concat(Stream.of(HEAD), rows).toList();
  }

  /** Runs with an asterisk are left out of means; if all have one, there is no P99. */
  private static List<String> row(Group group, List<BurstResult> runs) {
    List<BurstResult> counting = counting(runs);
    List<BurstResult> shown = counting.isEmpty() ? runs : counting;
    return List.of(
        group.handler,
        BurstResult.connections(group.keepAlive),
        runs.get(0).candidate(),
        counting.size() + (counting.size() == runs.size() ? "" : " of " + runs.size()),
        mean(counting, run -> run.spikes().p99(), Text::millis),
        runs.stream()
            .sorted(Comparator.comparingInt(BurstResult::trial))
            .map(run -> bySpike(run, group.plan) + (run.objection().isPresent() ? "*" : ""))
            .collect(joining(" ")),
        mean(shown, run -> run.spikes().p50(), Text::millis),
        mean(shown, run -> run.calm().p99(), Text::millis),
        mean(
            shown,
            run -> run.server().peak(ServerTimeline.THREADS),
            value -> format("%.0f", value)));
  }

  /** Old results have only the P99 of all spikes together. */
  private static String bySpike(BurstResult run, BurstPlan plan) {
    return run.each() == null
        ? millis(run.spikes().p99())
        : run.each().stream()
            .map(spike -> millis(spike.p99()) + (run.collectedIn(spike, plan) ? COLLECTED : ""))
            .collect(joining("/"));
  }

  private static String mean(
      List<BurstResult> runs, ToDoubleFunction<BurstResult> figure, DoubleFunction<String> unit) {
    return new Estimate(runs.stream().mapToDouble(figure).boxed().toList()).text(unit);
  }

  @Override
  public String verdicts() {
    List<String> objections = objections();
    String footnotes =
        objections.isEmpty()
            ? ""
            : "\n* takes no part in a verdict:\n\n"
                + objections.stream().map("- %s%n"::formatted).collect(joining());
    return "P99 in the spikes, adaptive against fixed:\n\n"
        + Verdict.lines(groups().stream().map(Group::verdict).toList())
        + Verdict.noise(groups().stream().flatMap(group -> group.noiseFloor().stream()).toList())
        + footnotes
        + collections();
  }

  private String collections() {
    boolean any =
        results.stream()
            .anyMatch(
                run ->
                    Stream.ofNullable(run.each())
                        .flatMap(List::stream)
                        .anyMatch(spike -> run.collectedIn(spike, plan)));
    return any
        ? "%n%s behind the P99 of a spike: the server's JVM collected garbage in it%n"
            .formatted(COLLECTED)
        : "";
  }

  /** Why runs with an asterisk take no part in a verdict. */
  private List<String> objections() {
    return results.stream()
        .flatMap(
            run ->
                run.objection().stream()
                    .map(
                        objection ->
                            format(
                                "%s, %s, %s, block %d: %s",
                                run.workload(),
                                BurstResult.connections(run.keepAlive()),
                                run.candidate(),
                                run.trial(),
                                objection)))
        .toList();
  }

  // ---- page

  @Override
  public List<HtmlReport.Answer> answers() {
    return groups().stream().map(group -> group.explained().onPage(group.title())).toList();
  }

  @Override
  public HtmlReport page() {
    List<String> objections = objections().stream().map(objection -> "* " + objection).toList();
    return Report.super.page().with(objections);
  }

  @Override
  public List<HtmlReport.Section> sections() {
    return groups().stream().map(this::section).toList();
  }

  private HtmlReport.Section section(Group group) {
    List<Measurement> middle =
        group.middleRuns().map(run -> run.measurement(run.candidate(), plan)).toList();
    Plots plots = new Plots(middle.stream().map(Plots.Line::ofItsOwn).toList(), spikes());
    List<Chart> charts = new ArrayList<>();
    charts.add(plots.p99());
    charts.add(plots.curves("Latency of requests due in a spike"));
    charts.addAll(plots.servers());
    Stream<Verdict> verdicts =
        Stream.concat(Stream.of(group.verdict()), group.verdicts(true).stream());
    String words =
        Stream.concat(
                verdicts.map(verdict -> verdict + "."),
                middle.stream().map(run -> run.name() + ", in spikes: " + Diagnosis.of(run)))
            .collect(joining("\n"));
    return new HtmlReport.Section(group.title(), words, charts);
  }

  /** In seconds from the first cycle. */
  private List<Band> spikes() {
    List<Band> bands = new ArrayList<>();
    for (int number = 1; number <= plan.cycles(); number++) {
      Duration start = plan.spikeBegins(number).minus(plan.beforeTheFirstCycle());
      bands.add(new Band(start.toMillis() / 1e3, start.plus(plan.spike()).toMillis() / 1e3));
    }
    return bands;
  }
}
