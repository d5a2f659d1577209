package tailgate.lab.summary;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.report.MarkdownTable;

/** Several runs of the lab, or of JMeter elsewhere, beside each other. */
public record Comparison(List<Entry> sources) implements Report {

  /** Lines that can be told apart in one chart. */
  private static final int MOST_LINES = 16;

  /**
   * One of them.
   *
   * @param label no two have the same
   */
  public record Entry(String label, List<Measurement> measurements) {
    public Entry {
      measurements = List.copyOf(measurements);
    }
  }

  /** A measurement and where it is from. */
  private record Item(String label, Measurement measured) {}

  public Comparison {
    sources = List.copyOf(sources);
  }

  @Override
  public String title() {
    return sources.stream().map(Entry::label).collect(Collectors.joining(" beside "));
  }

  @Override
  public String load() {
    return "";
  }

  @Override
  public List<Measurement> measurements() {
    return items().map(Item::measured).toList();
  }

  @Override
  public String text() {
    String words =
        items()
            .map(item -> "- %s: %s%n".formatted(fullName(item), Diagnosis.of(item.measured)))
            .collect(Collectors.joining());
    return MarkdownTable.of(2, rows()) + "\n" + words;
  }

  @Override
  public HtmlReport page() {
    List<HtmlReport.Section> sections = new ArrayList<>();
    List<Measurement> all = items().map(item -> item.measured.called(fullName(item))).toList();
    if (all.size() <= MOST_LINES) {
      sections.add(new HtmlReport.Section("All", "", charts(all)));
    } else {
      sources.forEach(source -> sections.add(section(source)));
    }
    List<String> shared = sharedNames();
    for (String name : shared) {
      List<Item> some = items().filter(item -> item.measured.name().equals(name)).toList();
      String words =
          some.stream()
              .map(item -> item.label + ": " + Diagnosis.of(item.measured))
              .collect(Collectors.joining("\n"));
      List<Measurement> byLabel =
          some.stream().map(item -> item.measured.called(item.label)).toList();
      sections.add(new HtmlReport.Section(name, words, charts(byLabel)));
    }
    return new HtmlReport(
        title(),
        sources.size() == 1 ? "What do these results say?" : "What is different between them?",
        List.of(),
        shared.isEmpty() ? answers() : List.of(),
        rows(),
        sections,
        remarks());
  }

  private static HtmlReport.Section section(Entry source) {
    List<Measurement> some = source.measurements.stream().limit(MOST_LINES).toList();
    String text =
        some.size() == source.measurements.size()
            ? ""
            : "The first %d of %d.".formatted(some.size(), source.measurements.size());
    return new HtmlReport.Section(
        source.label,
        text,
        charts(some.stream().map(measured -> measured.called(measured.name())).toList()));
  }

  private static List<Chart> charts(List<Measurement> some) {
    Plots plots = Plots.of(some);
    return Stream.concat(
            Stream.of(plots.curves("Latency"), plots.slowest()), plots.servers().stream())
        .toList();
  }

  private List<HtmlReport.Answer> answers() {
    return items()
        .map(
            item -> {
              Diagnosis diagnosis = Diagnosis.of(item.measured);
              return diagnosis.answer(fullName(item), diagnosis.toString());
            })
        .toList();
  }

  private List<List<String>> rows() {
    List<String> labels = Stream.concat(Stream.of("run"), items().map(Item::label)).toList();
    return new SummaryTable(measurements()).rows(labels);
  }

  /** What several sources have under the same name. */
  private List<String> sharedNames() {
    return items()
        .map(item -> item.measured.name())
        .distinct()
        .filter(name -> items().filter(item -> item.measured.name().equals(name)).count() > 1)
        .toList();
  }

  private String fullName(Item item) {
    return item.label.equals(item.measured.name())
        ? item.label
        : item.label + ": " + item.measured.name();
  }

  private Stream<Item> items() {
    return sources.stream()
        .flatMap(source -> source.measurements.stream().map(m -> new Item(source.label, m)));
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "Runs of another machine, another load or another generator differ for these reasons too:"
            + " compare what is alike.",
        "JMeter's clock counts whole milliseconds, and from when a request was sent. The finer"
            + " engine of the lab counts from when it was due.");
  }
}
