package tailgate.lab.overload;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;

/**
 * Goodput against offered load: a chart for each handler with a line for each arm. If these are too
 * many, there is a chart for each policy with a line for each stage.
 *
 * @param arms the blocks of each
 */
record OverloadCharts(OverloadPlan plan, List<List<OverloadResult>> arms) {

  private static final double ALL = 100;

  /** Lines of a chart that can be told apart. */
  private static final int MOST_LINES = 6;

  List<Chart> all() {
    return plan.handlers().stream().flatMap(handler -> charts(handler).stream()).toList();
  }

  private List<Chart> charts(HandlerKind handler) {
    String with = "handler that " + handler.words();
    List<List<OverloadResult>> its =
        arms.stream().filter(arm -> run(arm).handler() == handler && !run(arm).twin()).toList();
    if (its.isEmpty()) {
      return List.of();
    }
    boolean isOneStage = its.stream().map(arm -> run(arm).stage()).distinct().count() == 1;
    if (its.size() <= MOST_LINES || isOneStage) {
      return List.of(goodput("A " + with, its, OverloadRun::arm));
    }
    Map<Policy, List<List<OverloadResult>>> byPolicy =
        its.stream()
            .collect(
                Collectors.groupingBy(
                    arm -> run(arm).policy(),
                    () -> new EnumMap<>(Policy.class),
                    Collectors.toList()));
    List<Chart> charts = new ArrayList<>();
    byPolicy.forEach(
        (policy, some) -> {
          String name = policy == Policy.NONE ? "no policy" : policy.toString();
          charts.add(goodput(name + ", with a " + with, some, OverloadRun::armOfPolicy));
        });
    return charts;
  }

  private Chart goodput(
      String title, List<List<OverloadResult>> some, Function<OverloadRun, String> name) {
    List<Series> lines = new ArrayList<>();
    for (List<OverloadResult> arm : some) {
      List<Point> points = plan.loads().stream().map(at -> point(arm, at)).toList();
      lines.add(new Series(name.apply(run(arm)), points));
    }
    lines.add(
        new Series(
            "nothing wasted",
            "nothing wasted",
            true,
            plan.loads().stream().map(at -> new Point(at, Math.min(ALL, ALL * at))).toList()));
    return new Chart(
        Kind.LOAD, title, "in time, % of the capacity", Scale.LINEAR, lines, List.of());
  }

  private static OverloadRun run(List<OverloadResult> arm) {
    return arm.get(0).run();
  }

  /** The mean of the blocks that count; some of them may be 0. */
  private Point point(List<OverloadResult> arm, double load) {
    return new Point(
        load,
        new OverloadTable(plan, arms)
            .counting(arm, load).stream()
                .mapToDouble(result -> OverloadTable.share(result, load))
                .average()
                .orElse(0));
  }
}
