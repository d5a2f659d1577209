package tailgate.lab.summary;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.report.Chart;
import tailgate.lab.report.HtmlReport;

/** Compares several runs of the lab, or of JMeter elsewhere, side by side. */
public record Comparison(List<Entry> sources) implements Report {

  /** No more lines can be told apart in one chart. */
  private static final int MOST_LINES = 16;

  /**
   * One of the sources that are compared.
   *
   * @param label the name of the source; no two have the same
   */
  public record Entry(String label, List<Measurement> measurements) {
    public Entry {
      measurements = List.copyOf(measurements);
    }
  }

  /** A measurement and the source that it is from. */
  private record Item(String label, Measurement measured) {

    String fullName() {
      return label.equals(measured.name()) ? label : label + ": " + measured.name();
    }
  }

  public Comparison {
    sources = List.copyOf(sources);
  }

  @Override
  public String title() {
    return sources.stream().map(Entry::label).collect(Collectors.joining(" beside "));
  }

  @Override
  public String question() {
    return sources.size() == 1 ? "What do these results say?" : "What is different between them?";
  }

  @Override
  public List<Measurement> measurements() {
    return items().map(Item::measured).toList();
  }

  @Override
  public int nameColumns() {
    return 2;
  }

  @Override
  public List<List<String>> table() {
    List<List<String>> rows = new SummaryTable(measurements()).rows();
    List<String> labels = Stream.concat(Stream.of("run"), items().map(Item::label)).toList();
    List<List<String>> wider = new ArrayList<>();
    for (int i = 0; i < rows.size(); i++) {
      wider.add(Stream.concat(Stream.of(labels.get(i)), rows.get(i).stream()).toList());
    }
    return wider;
  }

  @Override
  public List<String> words() {
    return items().map(item -> item.fullName() + ": " + Diagnosis.of(item.measured)).toList();
  }

  /** Returns cards if no name is shared; else the texts are in the sections of the names. */
  @Override
  public List<HtmlReport.Answer> answers() {
    return sharedNames().isEmpty()
        ? items().map(item -> Diagnosis.of(item.measured).answer(item.fullName())).toList()
        : List.of();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    List<HtmlReport.Section> sections = new ArrayList<>();
    List<Measurement> all = items().map(item -> item.measured.called(item.fullName())).toList();
    if (all.size() <= MOST_LINES) {
      sections.add(new HtmlReport.Section("All", "", charts(all)));
    } else {
      sources.forEach(source -> sections.add(section(source)));
    }
    sharedNames().forEach(name -> sections.add(section(name)));
    return sections;
  }

  private static HtmlReport.Section section(Entry source) {
    List<Measurement> first = source.measurements.stream().limit(MOST_LINES).toList();
    String text =
        first.size() == source.measurements.size()
            ? ""
            : format("The first %d of %d.", first.size(), source.measurements.size());
    return new HtmlReport.Section(
        source.label,
        text,
        charts(first.stream().map(measured -> measured.called(measured.name())).toList()));
  }

  /** Makes a section of what several sources have under the same name. */
  private HtmlReport.Section section(String name) {
    List<Item> items = items().filter(item -> item.measured.name().equals(name)).toList();
    String words =
        items.stream()
            .map(item -> item.label + ": " + Diagnosis.of(item.measured))
            .collect(Collectors.joining("\n"));
    return new HtmlReport.Section(
        name, words, charts(items.stream().map(item -> item.measured.called(item.label)).toList()));
  }

  private static List<Chart> charts(List<Measurement> measurements) {
    Plots plots = Plots.of(measurements);
    return Stream.concat(
            Stream.of(plots.curves("Latency"), plots.slowest()), plots.servers().stream())
        .toList();
  }

  private List<String> sharedNames() {
    List<String> names = items().map(item -> item.measured.name()).toList();
    return names.stream()
        .distinct()
        .filter(name -> names.indexOf(name) != names.lastIndexOf(name))
        .toList();
  }

  private Stream<Item> items() {
    return sources.stream()
        .flatMap(source -> source.measurements.stream().map(m -> new Item(source.label, m)));
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "Compare only runs of the same machine, load and generator: each of these makes a"
            + " difference too.",
        "JMeter's clock counts whole milliseconds, from when a request was sent. The lab's own"
            + " engine counts microseconds, from when a request was due.");
  }
}
