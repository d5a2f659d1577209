package tailgate.lab.machines;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import tailgate.lab.choose.ChooseReport;
import tailgate.lab.choose.TourReport;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.Text;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Fact;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.summary.Report;

/**
 * Shows how the order of the stages changes with the machine: a table for each question that was
 * asked, with a row for each machine.
 *
 * @param sources the runs in the order of their rows; at least one
 */
public record MachinesReport(List<Source> sources) implements Report {

  private static final int LETTERS = 26;

  /**
   * A run that was made on a machine.
   *
   * @param label the name of its folder
   * @param missing the runs that have failed
   */
  public record Source(
      String label, Environment environment, Report report, List<Failure> missing) {
    public Source {
      missing = List.copyOf(missing);
    }

    ComparedMachine machine() {
      return Headings.machine(environment);
    }
  }

  public MachinesReport {
    sources =
        sources.stream()
            .sorted(Comparator.comparing(Source::machine, ComparedMachine.order()))
            .toList();
  }

  /** Returns whether a report belongs to a run that can be a row. */
  public static boolean isFor(Report report) {
    return !questions(report).isEmpty();
  }

  /** Returns the reports of a run: one for each handler. */
  private static List<ChooseReport> questions(Report report) {
    return switch (report) {
      case ChooseReport choose -> List.of(choose);
      case TourReport tour -> tour.legs();
      default -> List.of();
    };
  }

  List<Group> groups() {
    Map<ComparedQuestion, List<MachineRow>> rows = new LinkedHashMap<>();
    for (int i = 0; i < sources.size(); i++) {
      Source source = sources.get(i);
      ComparedMachine machine = source.machine();
      for (ChooseReport report : questions(source.report())) {
        rows.computeIfAbsent(ComparedQuestion.of(report.plan()), question -> new ArrayList<>())
            .add(
                new MachineRow(
                    key(i),
                    machine,
                    report.standings(),
                    new RunDoubts(machine, report, source.missing()).all()));
      }
    }
    return rows.entrySet().stream().map(e -> new Group(e.getKey(), e.getValue())).toList();
  }

  /** Names a row: A to Z, then AA to AZ, and so on. */
  static String key(int index) {
    String last = String.valueOf((char) ('A' + index % LETTERS));
    return index < LETTERS ? last : key(index / LETTERS - 1) + last;
  }

  /** Says which letter is which run. */
  public List<Fact> facts() {
    return IntStream.range(0, sources.size())
        .mapToObj(
            i ->
                new Fact(
                    key(i), sources.get(i).label() + ", " + sources.get(i).environment().time()))
        .toList();
  }

  @Override
  public String title() {
    return "Machines";
  }

  @Override
  public String question() {
    return "How does the order of the stages change with the machine?";
  }

  @Override
  public List<Measurement> measurements() {
    return sources.stream().flatMap(source -> source.report().measurements().stream()).toList();
  }

  /** Returns no table, because each question has one in its section. */
  @Override
  public List<List<String>> table() {
    return List.of();
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    for (Group group : groups()) {
      text.append(text.isEmpty() ? "" : "\n").append("## ").append(group.question()).append("\n\n");
      text.append(new MachinesTable(group).text()).append('\n');
      new Findings(group).all().forEach(finding -> Text.paragraph(text, "- ", finding));
      text.append(doubts(group));
    }
    return text.toString();
  }

  private static String doubts(Group group) {
    StringBuilder text = new StringBuilder();
    for (MachineRow row : group.rows()) {
      if (!row.doubts().isEmpty()) {
        text.append(text.isEmpty() ? "\nDoubts:\n\n" : "");
        Text.paragraph(text, "- ", row.key() + ": " + String.join("; ", row.doubts()));
      }
    }
    return text.toString();
  }

  @Override
  public String digest() {
    return text();
  }

  @Override
  public List<HtmlReport.Answer> answers() {
    return groups().stream()
        .map(
            group ->
                new HtmlReport.Answer(
                    group.question().toString(),
                    "open",
                    String.join(" ", new Findings(group).all())))
        .toList();
  }

  @Override
  public List<HtmlReport.Section> sections() {
    return groups().stream()
        .map(
            group ->
                new HtmlReport.Section(
                    group.question().toString(),
                    "",
                    List.of(chart(group)),
                    new MachinesTable(group).wide()))
        .toList();
  }

  /** Draws the machines beside each other, with a bar for each stage. */
  private static Chart chart(Group group) {
    List<Series> bars = new ArrayList<>();
    List<List<Double>> errors = new ArrayList<>();
    for (String stage : group.stages()) {
      List<Point> points = new ArrayList<>();
      List<Double> ranges = new ArrayList<>();
      for (int i = 0; i < group.rows().size(); i++) {
        int at = i;
        group
            .rows()
            .get(i)
            .of(stage)
            .ifPresent(
                standing -> {
                  points.add(new Point(at, standing.perSecond()));
                  ranges.add((standing.high() - standing.low()) / 2);
                });
      }
      bars.add(new Series(stage, points));
      errors.add(ranges);
    }
    return Chart.bars(
        "Capacity on each machine",
        "requests/s",
        Scale.LINEAR,
        group.rows().stream().map(MachinesReport::category).toList(),
        bars,
        errors);
  }

  private static String category(MachineRow row) {
    return "%s: cores %s, Java %s"
        .formatted(row.key(), row.machine().cores(), row.machine().java());
  }

  @Override
  public List<String> remarks() {
    return List.of(
        "figures: capacities in requests/s (docs/choosing.md), of a pool with the better size;"
            + " in brackets the rank",
        "stages share a rank if they cannot be told from its best: within 10 % or what the A/A arm"
            + " shows, or ranges that overlap",
        "cores: those of the server, and all that server, generator and lab had",
        "runs of another handler, path, objective, or other connections or --stage-args have a"
            + " table of their own",
        "docs/runs.md describes the data");
  }

  @Override
  public Optional<Object> json() {
    Map<String, Object> all = new LinkedHashMap<>();
    all.put("version", 1);
    all.put("groups", groups());
    return Optional.of(all);
  }
}
