package tailgate.lab.compare;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import tailgate.lab.plan.ExperimentFile.ChartKind;
import tailgate.lab.plan.Quantity;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Band;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;
import tailgate.lab.report.HtmlReport;
import tailgate.lab.summary.BlockChoice;
import tailgate.lab.summary.Plots;

/**
 * Draws the charts of a load with phases.
 *
 * @param points the blocks of each arm
 */
record PhaseCharts(VariantsPlan plan, Phases phases, List<List<VariantResult>> points) {

  private static final double ALL = 100;

  /** The lines of a chart that can be told apart. */
  private static final int MOST_LINES = 6;

  private static final List<ChartKind> USUAL =
      List.of(ChartKind.P99, ChartKind.PERCENTILES, ChartKind.SERVERS);

  List<HtmlReport.Section> sections() {
    List<ChartKind> asked = plan.experiment().charts();
    List<ChartKind> kinds = asked.isEmpty() ? USUAL : asked;
    List<HtmlReport.Section> sections = new ArrayList<>();
    if (kinds.contains(ChartKind.GOODPUT)) {
      sections.add(
          new HtmlReport.Section(
              "Goodput against offered load",
              "Both in terms of what each server can do. The dashed line is what a server would do"
                  + " that wastes nothing. Where lines lie on each other, the lower ones are"
                  + " wider.",
              goodput()));
    }
    Map<String, List<List<VariantResult>>> groups = groups();
    groups.forEach(
        (title, arms) ->
            sections.add(
                new HtmlReport.Section(
                    groups.size() == 1 ? "Over time" : title,
                    "Of each arm the block in the middle. The coloured band is the part whose"
                        + " latencies are those of the run.",
                    overTime(kinds, arms))));
    return sections;
  }

  private List<Chart> overTime(List<ChartKind> kinds, List<List<VariantResult>> arms) {
    List<Plots.Line> lines =
        arms.stream()
            .map(arm -> BlockChoice.middle(arm, VariantResult::measured).measured())
            .map(Plots.Line::ofItsOwn)
            .toList();
    Plots plots = new Plots(lines, bands());
    return kinds.stream().flatMap(kind -> chart(kind, plots)).toList();
  }

  private static Stream<Chart> chart(ChartKind kind, Plots plots) {
    return switch (kind) {
      case P99 -> Stream.of(plots.p99());
      case SLOWEST -> Stream.of(plots.slowest());
      case PERCENTILES -> Stream.of(plots.curves("Latency in this part"));
      case SERVERS -> plots.servers().stream();
      case GOODPUT, SECONDS -> Stream.empty();
    };
  }

  /** Returns when requests came at the rate of the main phase, in seconds of the charts. */
  private List<Band> bands() {
    double tries = plan.variants().getFirst().ownDemand().tries();
    double origin = phases.beginMillis(phases.first(), tries);
    List<Band> bands = new ArrayList<>();
    for (int i = phases.first(); i < phases.all().size(); i++) {
      if (phases.all().get(i).counts() && isAtMainRate(phases.all().get(i))) {
        bands.add(
            new Band(
                (phases.beginMillis(i, tries) - origin) / 1e3,
                (phases.beginMillis(i + 1, tries) - origin) / 1e3));
      }
    }
    return bands;
  }

  private boolean isAtMainRate(LoadPhase phase) {
    return phases.all().stream()
        .filter(main -> main.name().equals(phases.main()))
        .anyMatch(main -> Objects.equals(main.at(), phase.at()));
  }

  // ---- arms

  /** Returns all arms if they are few, or parts of them that are, by the values that they share. */
  private Map<String, List<List<VariantResult>>> groups() {
    List<List<VariantResult>> arms =
        points.stream().filter(arm -> !arm.getFirst().run().twin()).toList();
    Map<String, List<List<VariantResult>>> groups = new LinkedHashMap<>();
    divide("", arms, List.copyOf(plan.experiment().arms().getFirst().axes().keySet()), groups);
    return groups;
  }

  /** Divides arms by the first axis that leaves few in each part, or by one after the other. */
  private void divide(
      String title,
      List<List<VariantResult>> arms,
      List<String> axes,
      Map<String, List<List<VariantResult>>> groups) {
    if (arms.size() <= MOST_LINES || axes.isEmpty()) {
      groups.put(title.isEmpty() ? "All arms" : title, arms);
      return;
    }
    String axis =
        axes.stream()
            .filter(
                name ->
                    parts(arms, name).values().stream().allMatch(part -> part.size() <= MOST_LINES))
            .findFirst()
            .orElse(axes.getFirst());
    List<String> others = axes.stream().filter(other -> !other.equals(axis)).toList();
    parts(arms, axis)
        .forEach(
            (value, part) ->
                divide(title.isEmpty() ? value : title + ", " + value, part, others, groups));
  }

  private Map<String, List<List<VariantResult>>> parts(
      List<List<VariantResult>> arms, String axis) {
    return arms.stream()
        .collect(
            groupingBy(
                arm ->
                    plan.variant(arm.getFirst().run().variant()).setting().getOrDefault(axis, ""),
                LinkedHashMap::new,
                toList()));
  }

  // ---- goodput

  private List<Chart> goodput() {
    List<Chart> charts = new ArrayList<>();
    groups().forEach((title, arms) -> charts.add(chart(title, arms)));
    return charts;
  }

  private Chart chart(String title, List<List<VariantResult>> arms) {
    List<Series> lines = new ArrayList<>();
    for (List<VariantResult> arm : arms) {
      List<Point> line = phases.multiples().stream().map(name -> point(arm, name)).toList();
      lines.add(new Series(arm.getFirst().run().title(), line));
    }
    List<Point> ideal =
        phases.multiples().stream()
            .mapToDouble(name -> phases.times(name).orElse(0))
            .mapToObj(times -> new Point(times, Math.min(ALL, ALL * times)))
            .toList();
    lines.add(new Series("nothing wasted", "nothing wasted", true, ideal));
    return new Chart(
        Kind.LOAD, title, "in time, % of the capacity", Scale.LINEAR, lines, List.of());
  }

  /** Returns the mean of the blocks that count; some of them may be 0. */
  private Point point(List<VariantResult> arm, String name) {
    List<PhasedRun> runs = arm.stream().flatMap(result -> result.phased(plan).stream()).toList();
    return new Point(
        phases.times(name).orElse(0),
        BlockChoice.counting(runs, run -> run.objectionToStep(name).isEmpty()).stream()
            .mapToDouble(run -> run.figure(Quantity.IN_TIME, List.of(name)))
            .average()
            .orElse(0));
  }
}
