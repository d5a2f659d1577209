package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import tailgate.lab.choose.TourPlan.Leg;
import tailgate.lab.choose.TourPlan.TourResult;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Text;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;
import tailgate.lab.summary.Report;

/** Says what several handlers taught: a recommendation for each, and one table of all. */
public record TourReport(TourPlan plan, List<TourResult> results) implements Report {

  private static final String NONE = "–";

  public TourReport {
    results = List.copyOf(results);
  }

  private record Told(Leg leg, ChooseReport report) {}

  /** Returns the handlers for which there are results. */
  private List<Told> told() {
    List<Told> told = new ArrayList<>();
    for (Leg leg : plan.legs()) {
      List<ChooseResult> legResults =
          results.stream()
              .filter(result -> result.run().leg().equals(leg.name()))
              .map(TourResult::result)
              .toList();
      if (!legResults.isEmpty()) {
        told.add(new Told(leg, new ChooseReport(leg.plan(), legResults)));
      }
    }
    return told;
  }

  /** Returns a report for each handler alone, if there are results. */
  public List<ChooseReport> legs() {
    return told().stream().map(Told::report).toList();
  }

  @Override
  public String title() {
    return "Tour";
  }

  @Override
  public String question() {
    return "How many requests a second does each model answer, if %s is to be kept?"
        .formatted(plan.legs().get(0).plan().objective());
  }

  @Override
  public String load() {
    return plan.legs().get(0).plan().load();
  }

  @Override
  public List<Measurement> measurements() {
    return told().stream().flatMap(told -> told.report.measurements().stream()).toList();
  }

  /** Shows the capacity of each candidate with each handler. */
  @Override
  public List<List<String>> table() {
    Map<String, Map<String, Row>> byLeg = new LinkedHashMap<>();
    Set<String> names = new LinkedHashSet<>();
    for (Told told : told()) {
      Map<String, Row> byName = new LinkedHashMap<>();
      told.report.rows().forEach(row -> byName.put(row.name(), row));
      byLeg.put(told.leg.name(), byName);
      names.addAll(byName.keySet());
    }
    List<List<String>> lines = new ArrayList<>();
    lines.add(line("requests/s", byLeg, (leg, rows) -> leg));
    for (String name : names) {
      lines.add(
          line(
              name,
              byLeg,
              (leg, rows) ->
                  Optional.ofNullable(rows.get(name))
                      .map(row -> row.capacity().toString())
                      .orElse(NONE)));
    }
    return lines;
  }

  private interface Cell {
    String of(String leg, Map<String, Row> rows);
  }

  private static List<String> line(String name, Map<String, Map<String, Row>> byLeg, Cell cell) {
    List<String> line = new ArrayList<>(List.of(name));
    byLeg.forEach((leg, rows) -> line.add(cell.of(leg, rows)));
    return line;
  }

  @Override
  public String verdicts() {
    StringBuilder text = new StringBuilder("What was learned:\n");
    for (Told told : told()) {
      text.append('\n');
      Text.paragraph(
          text, "- ", "%s: %s".formatted(told.leg.name(), told.report.recommendation().advice()));
      Recommendation recommendation = told.report.recommendation();
      Stream.concat(recommendation.why().stream().limit(2), recommendation.certainty().stream())
          .forEach(words -> Text.paragraph(text, "  ", words));
    }
    text.append("\nFor a handler of your own: ./tailgate choose --help\n");
    return text.toString();
  }

  @Override
  public String text() {
    return new MarkdownTable(1, table()) + "\n" + verdicts();
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return all(
        told ->
            List.of(
                new HtmlReport.Answer(
                    told.leg.name(),
                    told.report.recommendation().pick().isPresent() ? "good" : "bad",
                    told.report.recommendation().advice()
                        + " "
                        + String.join(" ", told.report.recommendation().why()))));
  }

  @Override
  public List<HtmlReport.Section> sections() {
    return all(
        told ->
            told.report.sections().stream()
                .map(
                    section ->
                        new HtmlReport.Section(
                            told.leg.name(), section.text(), section.charts(), told.report.table()))
                .toList());
  }

  private <T> List<T> all(Function<Told, List<T>> of) {
    return told().stream().flatMap(told -> of.apply(told).stream()).toList();
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "The figures are the highest Poisson rates that keep %s; docs/choosing.md explains them."
            .formatted(plan.legs().get(0).plan().objective()));
  }

  @Override
  public Optional<Object> json() {
    Map<String, Object> all = new LinkedHashMap<>();
    told().forEach(told -> all.put(told.leg.name(), told.report.json().orElseThrow()));
    return Optional.of(all);
  }
}
