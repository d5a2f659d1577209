package tailgate.lab.handoff;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.claim.Evaluator;
import tailgate.lab.claim.Observation;
import tailgate.lab.claim.Verdict;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Measurement;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Estimate;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.Spread;

/** What the results of the comparison of hand-offs say: estimates over the blocks, and verdicts. */
public record HandoffReport(HandoffPlan plan, List<HandoffResult> results) implements Report {

  private static final List<String> HEAD =
      List.of(
          "queue",
          "workers",
          "blocks",
          "answers/s",
          "least",
          "most",
          "P50 ms",
          "P99 ms",
          "CPU µs/request");

  public HandoffReport {
    results = List.copyOf(results);
  }

  @Override
  public String title() {
    return "handoff";
  }

  @Override
  public String question() {
    return "Workers wait on conditions, on semaphores, or as on a futex: does it matter?";
  }

  @Override
  public String load() {
    String added = plan.added().toString();
    return format(
        "Hyperfoil, closed model, %d users%s, connections %s, GET %s%s, %s%,d requests"
            + " after %,d of warm-up%s%s",
        HandoffPlan.CONNECTIONS,
        plan.driving() == LoadSpec.ALL_CORES ? "" : " on " + plan.driving() + " threads",
        plan.connections().stream().map(this::connectionsAndWork).collect(joining(" and ")),
        plan.resource(),
        size(),
        plan.testsOfEach() == 1 ? "" : plan.testsOfEach() + " x ",
        plan.requests(),
        plan.requests(),
        added.isEmpty() ? "" : "; with --stage-args " + added,
        plan.seed() == 0 ? "" : "; " + new Blocks(plan.trials(), plan.seed()));
  }

  private String size() {
    if (plan.fileSize() != null) {
      return format(" (%,d bytes)", plan.fileSize());
    }
    return plan.path() == null ? " (10 bytes)" : "";
  }

  private String connectionsAndWork(boolean kept) {
    return kept || plan.computing() == null
        ? connections(kept)
        : connections(kept) + " (--simulate-cpu " + plan.computing() + ")";
  }

  private static String connections(boolean kept) {
    return kept ? "kept" : "new";
  }

  /** Of each group the trial in the middle. */
  @Override
  public List<Measurement> measurements() {
    return groups().stream().map(HandoffReport::middle).toList();
  }

  @Override
  public List<Measurement> allRuns() {
    return results.stream().map(HandoffResult::measured).toList();
  }

  private static Measurement middle(List<HandoffResult> group) {
    return BlockTable.middle(group, HandoffResult::measured).measured();
  }

  @Override
  public String verdicts() {
    return Verdict.lines(judged()) + objections() + Verdict.noise(evaluator().noiseFloor());
  }

  List<Verdict> judged() {
    return evaluator().verdicts();
  }

  private Evaluator evaluator() {
    return new Evaluator(
        ExperimentReader.ofLab(title()).claims(),
        1,
        results.stream()
            .filter(result -> plan.doesTheWork(result.run()))
            .map(
                result ->
                    new Observation(setting(result.run()), result.measured(), result.objection()))
            .toList());
  }

  private static Map<String, String> setting(HandoffRun run) {
    return Observation.inBlock(
        Map.of(
            "queue", run.kind(),
            "workers", Integer.toString(run.workers()),
            "connections", connections(!run.newConnections())),
        run.trial(),
        run.twin());
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return judged().stream().map(Verdict::onPage).toList();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    List<HtmlReport.Section> sections = new ArrayList<>();
    for (boolean kept : plan.connections()) {
      for (int workers : plan.workers()) {
        List<Measurement> some = with(workers, kept);
        if (!some.isEmpty()) {
          sections.add(
              new HtmlReport.Section(
                  format("%d workers, connections %s", workers, connections(kept)),
                  "Of each kind the trial in the middle.",
                  List.of(Plots.of(some).curves("Latency"))));
        }
      }
    }
    return sections;
  }

  private List<Measurement> with(int workers, boolean kept) {
    return groups().stream()
        .filter(group -> group.get(0).run().workers() == workers && !group.get(0).run().twin())
        .filter(group -> group.get(0).run().newConnections() != kept)
        .map(group -> middle(group).called(group.get(0).run().kind()))
        .toList();
  }

  @Override
  public List<List<String>> table() {
    return Stream.concat(Stream.of(HEAD), groups().stream().map(this::row)).toList();
  }

  private List<String> row(List<HandoffResult> group) {
    HandoffRun run = group.get(0).run();
    Spread perSecond = spread(group, Measurement::perSecond);
    return List.of(
        run.kind()
            + (run.twin() ? " (A/A)" : "")
            + (plan.connections().size() == 1 ? "" : ", " + connections(!run.newConnections())),
        Integer.toString(run.workers()),
        Long.toString(group.stream().filter(r -> r.objection().isEmpty()).count()),
        new Estimate(perSecond.values()).text(HandoffReport::whole),
        whole(perSecond.least()),
        whole(perSecond.most()),
        millis(spread(group, measured -> measured.figures().p50())),
        millis(spread(group, measured -> measured.figures().p99())),
        cpu(group));
  }

  private static Spread spread(List<HandoffResult> group, ToDoubleFunction<Measurement> figure) {
    return Spread.of(
        group.stream().map(result -> figure.applyAsDouble(result.measured())).toList());
  }

  private static String whole(double value) {
    return format("%,.0f", value);
  }

  /** With two digits, because these latencies are below a millisecond. */
  private static String millis(Spread micros) {
    return new Estimate(micros.values()).text(value -> format("%.2f", value / 1e3));
  }

  private static String cpu(List<HandoffResult> group) {
    List<Double> known =
        group.stream().flatMap(result -> cpuMicros(result.measured()).stream().boxed()).toList();
    return new Estimate(known).text(HandoffReport::whole);
  }

  /** What a request has cost the server; absent if nobody looked. */
  private static OptionalDouble cpuMicros(Measurement measured) {
    OptionalDouble cores = measured.cores();
    return cores.isPresent() && measured.requests() > 0
        ? OptionalDouble.of(cores.getAsDouble() * measured.millis() * 1e3 / measured.requests())
        : OptionalDouble.empty();
  }

  /** Results that count, by kind and number of workers, in the order of the plan. */
  private List<List<HandoffResult>> groups() {
    List<List<HandoffResult>> groups = new ArrayList<>();
    for (boolean kept : plan.connections()) {
      for (int workers : plan.workers()) {
        for (String kind : plan.kinds()) {
          groups.add(group(workers, kind, kept, false));
          groups.add(group(workers, kind, kept, true));
        }
      }
    }
    return groups.stream().filter(group -> !group.isEmpty()).toList();
  }

  /** If none of them counts, all of them, so that a reader sees what was measured. */
  private List<HandoffResult> group(int workers, String kind, boolean kept, boolean twin) {
    List<HandoffResult> all =
        results.stream()
            .filter(result -> result.run().workers() == workers && result.run().twin() == twin)
            .filter(result -> result.run().kind().equals(kind))
            .filter(result -> result.run().newConnections() != kept)
            .toList();
    List<HandoffResult> counting =
        all.stream().filter(result -> result.objection().isEmpty()).toList();
    return counting.isEmpty() ? all : counting;
  }

  /** Why runs do not count. */
  private String objections() {
    return results.stream()
        .flatMap(
            result ->
                result.objection().stream()
                    .map(
                        objection ->
                            format(
                                "- %s, block %d, takes no part in a verdict: %s%n",
                                result.run().name(), result.run().trial(), objection)))
        .collect(Collectors.joining());
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "A closed loop: a user asks again once it has its answer. Answers per second are the figure"
            + " to look at; latency is that of users who wait their turn.",
        "Figures are geometric means over the blocks, with their 95 % interval. A run does not"
            + " count if a request failed, or if not all were sent.",
        Verdict.SLIGHTLY_RULE,
        "Where connections are kept, the hand-off is a larger part of each request. The futex study"
            + " does not say whether they were; its generator closes them by default.",
        format(
            "After %,d requests a JVM may still be compiling. More requests (--requests) say more"
                + " about the queues, and less about the measurement that this repeats.",
            plan.requests()),
        "Server and generator share this machine: their threads wait for its processors more than"
            + " for each other.");
  }
}
