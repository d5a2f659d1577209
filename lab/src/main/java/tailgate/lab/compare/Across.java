package tailgate.lab.compare;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toList;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.MarkdownTable;

/**
 * Compares results across the values of an axis, such as numbers of users, in sections if the file
 * has some.
 */
record Across(VariantsPlan plan, List<VariantResult> results) {

  private static final String NONE = "–";
  private static final String AGAIN = " (A/A)";
  private static final String PART = "part";
  private static final String USERS = "users";

  /** The words for values in the titles of sections. */
  private static final Map<String, String> WORDS =
      Map.of("connections kept", "Connections kept", "connections new", "A new connection each");

  /** Returns the axis; empty if there is none, or if only one of its values takes part. */
  Optional<String> axis() {
    return Optional.ofNullable(plan.table().across()).filter(plan::varies);
  }

  /** Returns results by their sections, whose titles may be empty, in the order of the plan. */
  Map<String, List<VariantResult>> sections(List<VariantResult> all) {
    return VariantResult.inOrder(plan, all)
        .collect(groupingBy(this::section, LinkedHashMap::new, toList()));
  }

  private String section(VariantResult result) {
    Map<String, String> setting = setting(result);
    return plan.table().sections().stream()
        .filter(setting::containsKey)
        .map(name -> name + " " + setting.get(name))
        .map(named -> WORDS.getOrDefault(named, named.substring(named.indexOf(' ') + 1)))
        .collect(joining(": "));
  }

  private Map<String, String> setting(VariantResult result) {
    return plan.variant(result.run().variant()).setting();
  }

  /** Returns what tells an arm apart from others in its section, whatever its value of the axis. */
  String label(VariantResult result) {
    Map<String, String> setting = setting(result);
    return otherAxes().filter(setting::containsKey).map(setting::get).collect(joining(", "));
  }

  private Stream<String> otherAxes() {
    String across = plan.table().across();
    Stream<String> axes =
        plan.experiment().arms().stream().flatMap(set -> set.axes().keySet().stream());
    return Stream.concat(axes, Stream.of(PART))
        .distinct()
        .filter(name -> !name.equals(across) && !plan.table().sections().contains(name))
        .filter(name -> plan.variants().stream().anyMatch(arm -> arm.setting().containsKey(name)));
  }

  String tables(String axis) {
    return sections(results).entrySet().stream()
        .map(
            section ->
                (section.getKey().isEmpty() ? "" : section.getKey() + ":\n\n")
                    + table(axis, section.getValue()))
        .collect(joining("\n"));
  }

  private MarkdownTable table(String axis, List<VariantResult> all) {
    Columns columns = Columns.all(plan, results);
    Map<List<String>, List<String>> cells = new HashMap<>();
    all.stream()
        .collect(groupingBy(result -> List.of(row(result), value(axis, result))))
        .forEach((point, blocks) -> cells.put(point, columns.row(blocks)));
    List<String> values = all.stream().map(result -> value(axis, result)).distinct().toList();
    List<String> names =
        all.stream()
            .map(this::label)
            .distinct()
            .flatMap(label -> Stream.of(label, label + AGAIN))
            .filter(name -> all.stream().map(this::row).anyMatch(name::equals))
            .toList();
    List<List<String>> rows = new ArrayList<>();
    String others = otherAxes().collect(joining(", "));
    rows.add(Stream.concat(Stream.of("figure", others), values.stream()).toList());
    List<String> figures = columns.head();
    for (int i = 0; i < figures.size(); i++) {
      int place = i;
      for (String name : names) {
        Stream<String> begin = Stream.of(name.equals(names.get(0)) ? figures.get(i) : "", name);
        Stream<String> figure =
            values.stream()
                .map(value -> cells.get(List.of(name, value)))
                .map(ofPoint -> ofPoint == null ? NONE : ofPoint.get(place));
        rows.add(Stream.concat(begin, figure).toList());
      }
    }
    return new MarkdownTable(2, rows);
  }

  private String row(VariantResult result) {
    return label(result) + (result.run().twin() ? AGAIN : "");
  }

  /** Returns the value of the axis in words: {@code 1,000 users}. */
  String value(String axis, VariantResult result) {
    String value = setting(result).getOrDefault(axis, NONE);
    boolean isCount = axis.equals(USERS) && value.matches("\\d+");
    return isCount ? format("%,d users", Integer.parseInt(value)) : value;
  }

  /** Returns the charts of figures against the number of users; none across another axis. */
  List<Chart> charts(List<VariantResult> all) {
    return axis().filter(USERS::equals).isEmpty()
        ? List.of()
        : List.of(
            chart("Answers", "per second", Scale.LOGARITHMIC, all, Measurement::perSecond),
            chart("Latency, P99", "ms", Scale.LOGARITHMIC, all, run -> run.figures().p99() / 1e3),
            chart(
                "Memory of the server",
                "MiB",
                Scale.LINEAR,
                all,
                run -> run.server().peak(ServerTimeline.RSS)));
  }

  private Chart chart(
      String title,
      String yTitle,
      Scale scale,
      List<VariantResult> all,
      ToDoubleFunction<Measurement> figure) {
    Map<String, List<Point>> lines =
        all.stream()
            .collect(
                groupingBy(
                    this::label,
                    LinkedHashMap::new,
                    mapping(result -> point(result, figure), toList())));
    List<Series> series =
        lines.entrySet().stream().map(line -> new Series(line.getKey(), line.getValue())).toList();
    return new Chart(Kind.USERS, title, yTitle, scale, series, List.of());
  }

  private Point point(VariantResult result, ToDoubleFunction<Measurement> figure) {
    int users = plan.traffic().usersOf(plan.variant(result.run().variant()));
    return new Point(users, figure.applyAsDouble(result.measured()));
  }
}
