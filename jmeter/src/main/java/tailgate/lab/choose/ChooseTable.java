package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Text;
import tailgate.lab.stats.Interval;

/**
 * The candidates as tables, of which none is wider than 80 columns.
 *
 * @param cores of the server
 */
record ChooseTable(Objective objective, List<Row> rows, int cores) {

  private static final String NONE = "–";

  private static final List<String> RATES =
      List.of("stage", "per s", "from – to", "half, ms", "1.5x, %", "2x, %");

  private static final List<String> COSTS =
      List.of("stage", "waits, ms", "CPU, µs", "cores", "threads", "MiB", "back, s");

  /** What each candidate can do. */
  List<List<String>> rates() {
    return lines(RATES, ChooseTable::rates);
  }

  /** What that takes, at capacity. */
  List<List<String>> costs() {
    return lines(COSTS, this::costs);
  }

  /** Both beside each other. */
  List<List<String>> all() {
    List<List<String>> all = new ArrayList<>();
    List<List<String>> right = costs();
    List<List<String>> left = rates();
    for (int i = 0; i < left.size(); i++) {
      List<String> line = new ArrayList<>(left.get(i));
      line.addAll(right.get(i).subList(1, right.get(i).size()));
      all.add(line);
    }
    return all;
  }

  private List<List<String>> lines(List<String> head, Function<Row, List<String>> cells) {
    List<List<String>> lines = new ArrayList<>(List.of(head));
    rows.forEach(row -> lines.add(cells.apply(row)));
    return lines;
  }

  private static List<String> rates(Row row) {
    Arm arm = row.arm();
    Aftermath after = arm.after();
    Aftermath rejecting = arm.rejecting();
    return List.of(
        row.name(),
        row.capacity().toString(),
        range(row.capacity()),
        after == null || !arm.is(after.half(), 0.5) ? NONE : Text.millis(after.half().tail()),
        goodputs(
            arm, after == null ? null : after.more(), rejecting == null ? null : rejecting.more()),
        goodputs(
            arm,
            after == null ? null : after.twice(),
            rejecting == null ? null : rejecting.twice()));
  }

  private static String range(Capacity capacity) {
    Interval interval = capacity.interval();
    return capacity.isNone()
        ? NONE
        : capacity.atLeast()
            ? "the generator"
            : Capacity.rate(interval.low()) + "–" + Capacity.rate(interval.high());
  }

  /** In percent of the capacity; with {@code block}, and with {@code reject} if it was measured. */
  private static String goodputs(Arm arm, @Nullable Step blocking, @Nullable Step rejecting) {
    if (blocking == null
        || arm.capacity().atLeast() // then it was no overload
        || blocking.arrivals() < ChoosePlan.ENOUGH) {
      return NONE;
    }
    String blocked = percent(arm, blocking);
    return rejecting == null ? blocked : blocked + "/" + percent(arm, rejecting);
  }

  private static String percent(Arm arm, Step step) {
    return format("%.0f", 100 * step.goodput() / arm.perSecond());
  }

  private List<String> costs(Row row) {
    Arm arm = row.arm();
    Optional<Step> at = arm.atCapacity();
    double held = Math.min(arm.heldMicros(), Row.mostHeldMicros(rows, cores));
    double waits = held - arm.cpuMicros().orElse(0.0);
    return List.of(
        row.name(),
        Text.millis(Math.max(0, waits)),
        cell(arm.cpuMicros(), "%,.0f"),
        cell(arm.cores(), "%.2f"),
        cell(at.flatMap(step -> Optional.ofNullable(step.threads())), "%,.0f"),
        cell(at.flatMap(step -> Optional.ofNullable(step.mib())), "%,.0f"),
        recovery(arm));
  }

  private static String cell(Optional<Double> value, String format) {
    return value.map(known -> format(format, known)).orElse(NONE);
  }

  /** With {@code block}, and with {@code reject} if it was measured. */
  private static String recovery(Arm arm) {
    if (arm.after() == null || arm.capacity().atLeast()) {
      return NONE;
    }
    String blocked = recovery(arm.after());
    return arm.rejecting() == null ? blocked : blocked + "/" + recovery(arm.rejecting());
  }

  private static String recovery(Aftermath after) {
    return after.recoveryMillis() == null
        ? "> " + format("%.0f", after.watchedMillis() / 1e3)
        : format("%.1f", after.recoveryMillis() / 1e3);
  }
}
