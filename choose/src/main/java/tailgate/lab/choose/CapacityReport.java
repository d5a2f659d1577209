package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.choose.GateFiles.GateAnswer;
import tailgate.lab.choose.GateFiles.Verdict;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Text;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.summary.Report;

/** Says what rate a running server holds, where it breaks, and what happens above that. */
public record CapacityReport(UrlPlan plan, List<ChooseResult> results) implements Report {

  private static final String NONE = "–";

  public CapacityReport {
    results = List.copyOf(results);
  }

  private Objective objective() {
    return plan.objective();
  }

  /** Returns what was found out about the server; empty if no run was completed. */
  private Optional<Row> row() {
    List<Row> rows = Row.of(results, plan.search().stages());
    return FailedRequests.withoutChance(rows, objective()).stream().findFirst();
  }

  private Optional<RateGate> gate() {
    Double least = plan.least();
    return least == null
        ? Optional.empty()
        : row().map(row -> new RateGate(least, row, objective()));
  }

  /**
   * Returns whether the server holds the rate that it has to hold, or any rate if there is no such
   * rate; empty if no run was completed.
   */
  Optional<Verdict> verdict() {
    return row().map(row -> gate().map(RateGate::verdict).orElseGet(() -> ofAnyRate(row)));
  }

  private Verdict ofAnyRate(Row row) {
    return !row.flaws(objective()).isEmpty() || row.failsBelow(objective())
        ? Verdict.DOUBTED
        : row.capacity().isNone() ? Verdict.NOT_HELD : Verdict.HELD;
  }

  /** Returns all sentences, the answer first; none if no run was completed. */
  private List<String> sentences() {
    List<String> all = new ArrayList<>();
    Optional<CapacityWords> words = row().map(row -> new CapacityWords(plan, row));
    words.ifPresent(of -> all.add(of.holds()));
    gate().ifPresent(gate -> all.add(gate.words()));
    words.ifPresent(of -> all.addAll(of.rest()));
    return all;
  }

  /**
   * Returns a paragraph of Markdown, for a pull request for example.
   *
   * @param failures why there are no figures, if there are none
   */
  String summary(List<Failure> failures) {
    String word = verdict().map(Verdict::toString).orElse("NOT_MEASURED").replace('_', ' ');
    List<String> words =
        row().isPresent() ? sentences() : failures.stream().map(Failure::reason).toList();
    return "**%s** `%s`: %s".formatted(word, plan.asked(), String.join(" ", words));
  }

  /** Returns the answer of the gate; it is in doubt if no run was completed. */
  GateAnswer answer(List<Failure> failures) {
    String rate = plan.least() == null ? "a rate" : Capacity.rate(plan.least()) + " requests/s";
    return new GateAnswer(
        plan.asked(),
        "holds %s with %s".formatted(rate, objective()),
        verdict().orElse(Verdict.DOUBTED),
        summary(failures));
  }

  @Override
  public String title() {
    return "Capacity";
  }

  @Override
  public String question() {
    return "What rate does %s hold, if %s is to be kept, and what happens above it?"
        .formatted(plan.asked(), objective());
  }

  @Override
  public String load() {
    return plan.load();
  }

  @Override
  public List<Measurement> measurements() {
    return row().map(row -> row.arm().measured()).stream().toList();
  }

  @Override
  public List<List<String>> table() {
    List<List<String>> lines = new ArrayList<>();
    lines.add(List.of("at", "per s", "P50, ms", objective().name() + ", ms", "in time", "failed"));
    row().ifPresent(row -> add(row, lines));
    return lines;
  }

  private void add(Row row, List<List<String>> lines) {
    Aftermath after = row.arm().after();
    Optional<Step> held =
        row.arm().steps().stream()
            .filter(step -> step.holds(objective()) && step.rate() <= row.perSecond())
            .max(Comparator.comparingDouble(Step::rate));
    Optional<Step> broke = new CapacityWords(plan, row).broke();
    add("half", after == null ? null : after.half(), lines);
    add("holds", held.orElse(null), lines);
    add("breaks", broke.orElse(null), lines);
    add("1.5x", after == null ? null : after.more(), lines);
    add("2x", after == null ? null : after.twice(), lines);
  }

  private static void add(String name, @Nullable Step step, List<List<String>> lines) {
    if (step != null) {
      lines.add(
          List.of(
              name,
              Capacity.rate(step.rate()),
              Text.millis(step.p50()),
              CapacityWords.tail(step),
              format("%.1f %%", 100.0 * step.within() / Math.max(1, step.arrivals())),
              step.failed() == 0 ? NONE : CapacityWords.failedShare(step)));
    }
  }

  @Override
  public String verdicts() {
    StringBuilder text = new StringBuilder();
    sentences().forEach(words -> Text.paragraph(text, "- ", words));
    return text.toString();
  }

  /** Begins with the answer, unlike other reports. */
  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    sentences().stream().limit(1).forEach(words -> Text.paragraph(text, "", words));
    text.append('\n').append(new MarkdownTable(1, table())).append('\n');
    sentences().stream().skip(1).forEach(words -> Text.paragraph(text, "- ", words));
    return text.toString();
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return row().map(this::answers).orElse(List.of());
  }

  private List<HtmlReport.Answer> answers(Row row) {
    List<HtmlReport.Answer> answers = new ArrayList<>();
    CapacityWords words = new CapacityWords(plan, row);
    answers.add(new HtmlReport.Answer("Capacity", mood(ofAnyRate(row)), words.holds()));
    gate()
        .map(gate -> new HtmlReport.Answer("Gate", mood(gate.verdict()), gate.words()))
        .ifPresent(answers::add);
    String rest = String.join(" ", words.rest());
    if (!rest.isEmpty()) {
      answers.add(new HtmlReport.Answer("Above it, and how sure it is", "open", rest));
    }
    return answers;
  }

  private static String mood(Verdict verdict) {
    return switch (verdict) {
      case HELD -> "good";
      case NOT_HELD -> "bad";
      case DOUBTED -> "open";
    };
  }

  @Override
  public List<HtmlReport.Section> sections() {
    List<Row> rows = row().stream().toList();
    HtmlReport.Section rates =
        new HtmlReport.Section(
            "Latency and goodput over the rate",
            "Each point is one rate. The capacity is where the line crosses the objective for"
                + " good.",
            new ChoosePlots(objective(), rows).all());
    return Stream.concat(Stream.of(rates), Row.whySlow(rows).section()).toList();
  }

  @Override
  public List<String> remarks() {
    return List.of(
        format(
            "holds: the highest Poisson rate that keeps %s, with at most 0.1 %% failed and no queue"
                + " that grows; breaks: the lowest rate above it that did not",
            objective()),
        "in time: the requests that were answered within %s".formatted(objective().time()),
        format(
            "failed: another status than 200 to 399, or no answer within %d s",
            ChoosePlan.TIMEOUT.toSeconds()),
        "machine and java are those of the generator; of the server only the answers are known",
        "docs/load.md explains all of it");
  }

  @Override
  public Optional<Object> json() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("version", 1);
    all.put("asked", plan.asked());
    all.put("objective", objective());
    all.put("leastRate", plan.least());
    all.put("verdict", verdict().orElse(null));
    all.put("words", sentences());
    row().ifPresent(row -> all.put("server", ChooseReport.figures(row, objective())));
    return Optional.of(all);
  }
}
