package tailgate.lab.overload;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.report.Chart;
import tailgate.lab.report.Chart.Kind;
import tailgate.lab.report.Chart.Point;
import tailgate.lab.report.Chart.Scale;
import tailgate.lab.report.Chart.Series;

/**
 * Goodput against offered load, a chart for each handler and a line for each arm.
 *
 * @param arms the blocks of each
 */
record OverloadCharts(OverloadPlan plan, List<List<OverloadResult>> arms) {

  private static final double ALL = 100;

  List<Chart> all() {
    return plan.handlers().stream()
        .filter(handler -> arms.stream().anyMatch(arm -> arm.get(0).run().handler() == handler))
        .map(this::goodput)
        .toList();
  }

  private Chart goodput(HandlerKind handler) {
    List<Series> lines = new ArrayList<>();
    for (List<OverloadResult> arm : arms) {
      OverloadRun run = arm.get(0).run();
      if (run.handler() == handler && !run.twin()) {
        lines.add(new Series(run.arm(), plan.loads().stream().map(at -> point(arm, at)).toList()));
      }
    }
    lines.add(
        new Series(
            "nothing wasted",
            "nothing wasted",
            true,
            plan.loads().stream().map(at -> new Point(at, Math.min(ALL, ALL * at))).toList()));
    return new Chart(
        Kind.LOAD,
        "A handler that " + handler.words(),
        "answers in time, % of the capacity",
        Scale.LINEAR,
        lines,
        List.of());
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
