package tailgate.lab.handoff;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.summary.Plots;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.Spread;

/** All results of the comparison of hand-offs: medians over the trials, and verdicts. */
public record HandoffReport(HandoffPlan plan, List<HandoffResult> results) implements Report {

  public static final String QUESTION =
      "Workers wait on conditions, on semaphores, or as on a futex: does it matter?";

  private static final List<String> HEAD =
      List.of(
          "queue",
          "workers",
          "trials",
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
  public String load() {
    return String.format(
        Locale.ROOT,
        "Hyperfoil, closed model, %d users on %d threads, connections kept, GET %s (10 bytes),"
            + " %,d requests after %,d of warm-up",
        HandoffPlan.CONNECTIONS,
        HandoffPlan.THREADS,
        HandoffPlan.PATH,
        plan.requests(),
        plan.requests());
  }

  /** Of each group the trial in the middle. */
  @Override
  public List<Measurement> measurements() {
    return groups().stream().map(HandoffReport::middle).toList();
  }

  private static Measurement middle(List<HandoffResult> group) {
    return group.stream()
        .map(HandoffResult::measured)
        .sorted(Comparator.comparingDouble(Measurement::perSecond))
        .toList()
        .get(group.size() / 2);
  }

  @Override
  public String text() {
    String verdicts =
        HandoffVerdict.all(results).stream()
            .map(verdict -> "- %d workers: %s%n".formatted(verdict.workers(), verdict))
            .collect(Collectors.joining());
    return MarkdownTable.of(1, rows()) + "\n" + verdicts;
  }

  @Override
  public HtmlReport page() {
    List<HtmlReport.Section> sections = new ArrayList<>();
    for (int workers : plan.workers()) {
      List<Measurement> some =
          groups().stream()
              .filter(group -> group.get(0).run().workers() == workers)
              .map(group -> middle(group).called(group.get(0).run().kind()))
              .toList();
      if (!some.isEmpty()) {
        sections.add(
            new HtmlReport.Section(
                workers + " workers",
                "Of each kind the trial in the middle.",
                List.of(Plots.of(some).curves("Latency"))));
      }
    }
    List<HtmlReport.Answer> answers =
        HandoffVerdict.all(results).stream().map(HandoffVerdict::onPage).toList();
    return new HtmlReport(title(), QUESTION, List.of(), answers, rows(), sections, remarks());
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(HEAD);
    groups().forEach(group -> rows.add(row(group)));
    return rows;
  }

  private static List<String> row(List<HandoffResult> group) {
    HandoffRun run = group.get(0).run();
    Spread perSecond = spread(group, Measurement::perSecond);
    return List.of(
        run.kind(),
        Integer.toString(run.workers()),
        Integer.toString(group.size()),
        whole(perSecond.median()),
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
    return String.format(Locale.ROOT, "%,.0f", value);
  }

  /** Two digits: what is compared here is below a millisecond. */
  private static String millis(Spread micros) {
    return String.format(Locale.ROOT, "%.2f", micros.median() / 1e3);
  }

  private static String cpu(List<HandoffResult> group) {
    List<Double> known =
        group.stream().flatMap(result -> cpuMicros(result.measured()).stream().boxed()).toList();
    return known.isEmpty() ? "–" : whole(Spread.of(known).median());
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
    for (int workers : plan.workers()) {
      for (String kind : plan.kinds()) {
        List<HandoffResult> group =
            results.stream()
                .filter(result -> result.run().workers() == workers)
                .filter(result -> result.run().kind().equals(kind))
                .filter(result -> result.objection().isEmpty())
                .toList();
        if (!group.isEmpty()) {
          groups.add(group);
        }
      }
    }
    return groups;
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "A closed loop: a user asks again once it has its answer. Answers per second are the figure"
            + " to look at; latency is that of users who wait their turn.",
        "Figures are medians over the trials. A run in which a request failed, or not all were"
            + " sent, does not count.",
        "A claim of \"slightly faster\" is held if it was so in each trial, and by "
            + Math.round(100 * HandoffVerdict.SLIGHTLY)
            + " % or less in the median: at 16 workers the seed's medians were 14 % apart.",
        "Connections are kept, so that handing over is a larger part of each request.",
        "After "
            + String.format(Locale.ROOT, "%,d", plan.requests())
            + " requests a JVM may still be compiling: more of them (--requests) say more of the"
            + " queues, and less of the measurement that this repeats.",
        "Server and generator share this machine: their threads wait for its processors more than"
            + " for each other.");
  }
}
