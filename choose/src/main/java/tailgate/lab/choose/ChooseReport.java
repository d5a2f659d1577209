package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Text;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.summary.Report;
import tailgate.lab.summary.WhySlow;

/** Says what the results show: tables of at most 80 columns, and one recommendation. */
public record ChooseReport(ChoosePlan plan, List<ChooseResult> results) implements Report {

  public ChooseReport {
    results = List.copyOf(results);
  }

  List<Row> rows() {
    return FailedRequests.withoutChance(Row.of(results, plan.stages()), plan.objective());
  }

  Recommendation recommendation() {
    return Recommendation.of(plan, rows(), Row.noise(results));
  }

  /** Returns what each stage can do, for a comparison with other machines. */
  public List<Standing> standings() {
    double band = Choice.of(rows(), plan, Row.noise(results)).band();
    return Standing.of(rows(), plan.objective(), band);
  }

  private ChooseTable tables() {
    return new ChooseTable(plan.objective(), rows(), plan.cores());
  }

  @Override
  public String title() {
    return "Choose";
  }

  @Override
  public String question() {
    return "Which model for %s, at what rate, if %s is to be kept?"
        .formatted(plan.handler(), plan.objective());
  }

  @Override
  public String load() {
    return plan.load();
  }

  @Override
  public List<Measurement> measurements() {
    return rows().stream().map(row -> row.arm().measured()).toList();
  }

  @Override
  public List<List<String>> table() {
    return tables().all();
  }

  @Override
  public String verdicts() {
    Recommendation recommendation = recommendation();
    StringBuilder text = new StringBuilder();
    Text.paragraph(text, "", recommendation.advice());
    return text + reasons(recommendation);
  }

  private static String reasons(Recommendation recommendation) {
    StringBuilder text = new StringBuilder();
    list(text, "Why:", recommendation.why());
    list(text, "How sure it is:", recommendation.certainty());
    list(text, "What would change it:", recommendation.changes());
    return text.toString();
  }

  private String whySlow() {
    StringBuilder text = new StringBuilder();
    list(text, WhySlow.TITLE + ", near the capacity:", Row.whySlow(rows()).words().toList());
    return text.toString();
  }

  private static void list(StringBuilder text, String title, List<String> items) {
    if (!items.isEmpty()) {
      text.append('\n').append(title).append("\n\n");
      items.forEach(item -> Text.paragraph(text, "- ", item));
    }
  }

  @Override
  public String text() {
    ChooseTable tables = tables();
    Recommendation recommendation = recommendation();
    StringBuilder advice = new StringBuilder();
    Text.paragraph(advice, "", recommendation.advice());
    return advice
        + "\n"
        + new MarkdownTable(1, tables.rates())
        + "\n"
        + (tables.hasOverload() ? new MarkdownTable(1, tables.overload()) + "\n" : "")
        + new MarkdownTable(1, tables.costs())
        + reasons(recommendation)
        + whySlow();
  }

  @Override
  public String digest() {
    return text();
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    Recommendation recommendation = recommendation();
    List<HtmlReport.Answer> answers = new ArrayList<>();
    String level = recommendation.pick().isPresent() ? "good" : "bad";
    answers.add(new HtmlReport.Answer("Recommendation", level, recommendation.advice()));
    Stream.of(
            Map.entry("Why", recommendation.why()),
            Map.entry("How sure it is", recommendation.certainty()),
            Map.entry("What would change it", recommendation.changes()))
        .filter(part -> !part.getValue().isEmpty())
        .map(
            part -> new HtmlReport.Answer(part.getKey(), "open", String.join(" ", part.getValue())))
        .forEach(answers::add);
    return answers;
  }

  @Override
  public List<HtmlReport.Section> sections() {
    HtmlReport.Section rates =
        new HtmlReport.Section(
            "Latency and goodput over the rate",
            "Each point is one rate. The capacity is where a line crosses the objective for good.",
            new ChoosePlots(plan.objective(), rows()).all());
    return Stream.concat(Stream.of(rates), Row.whySlow(rows()).section()).toList();
  }

  @Override
  public List<String> remarks() {
    boolean isShort = tables().leavesOutTwice();
    return List.of(
        format(
                "per s: the capacity, the highest Poisson rate that keeps %s, with at most 0.1 %%"
                    + " failed and",
                plan.objective())
            + " no queue that grows",
        "failed: of the requests at the rates up to the one that ended the climb; of all if no rate"
            + " held",
        "half, 1.5x%s: of the capacity. The first is %s; %s answers within the"
                .formatted(
                    isShort ? "" : ", 2x",
                    plan.objective().name(),
                    isShort ? "the other one is" : "the others are")
            + " objective, in % of the capacity, with --overload block / reject",
        "waits: how long a request takes on average at a low rate, without its processor time",
        "CPU: for a request, near capacity; cores, threads and MiB (resident): at it",
        "back: from the end of %s, at half, until the P99 of 100 ms is within 1.5 times of what it"
                .formatted(isShort ? "1.5x" : "2x")
            + " was",
        "docs/choosing.md explains all of it");
  }

  @Override
  public Optional<Object> json() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("version", 2);
    all.put("objective", plan.objective());
    all.put("handler", plan.handler());
    all.put("cores", plan.cores());
    Recommendation recommendation = recommendation();
    all.put("recommended", recommendation.pick().map(Row::name).orElse(null));
    all.put("noRecommendation", recommendation.pick().isPresent() ? null : recommendation.advice());
    Map<String, Object> words = new LinkedHashMap<>();
    words.put("advice", recommendation.advice());
    words.put("why", recommendation.why());
    words.put("certainty", recommendation.certainty());
    words.put("changes", recommendation.changes());
    all.put("recommendation", words);
    all.put("candidates", rows().stream().map(row -> figures(row, plan.objective())).toList());
    return Optional.of(all);
  }

  /** Returns what was found out about a candidate, for programs. */
  static Map<String, Object> figures(Row row, Objective objective) {
    Map<String, Object> figures = new LinkedHashMap<>();
    figures.put("name", row.name());
    figures.put("stage", row.stage());
    figures.put("workers", row.arm().workers());
    figures.put("capacity", row.perSecond());
    figures.put("interval", row.capacity().interval());
    figures.put("atLeast", row.capacity().atLeast());
    figures.put("doubts", row.flaws(objective));
    figures.put("disturbance", row.arm().disturbance());
    figures.put("failed", FailedRequests.of(row, objective));
    figures.put("heldMicros", row.heldMicros());
    figures.put("cpuMicros", row.cpuMicros().orElse(null));
    figures.put("overload", row.arm().after());
    figures.put("overloadRejecting", row.arm().rejecting());
    figures.put("steps", row.arms().stream().flatMap(arm -> arm.steps().stream()).toList());
    return figures;
  }
}
