package tailgate.lab.choose;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Text;
import tailgate.lab.stats.Interval;

/**
 * Shows the candidates as tables, of which none is wider than 80 columns.
 *
 * @param cores the number of cores of the server
 */
record ChooseTable(Objective objective, List<Row> rows, int cores) {

  private static final String NONE = "–";

  private static final List<String> RATES =
      List.of("stage", "per s", "from – to", "failed", "half, ms");

  private static final List<String> OVERLOAD = List.of("stage", "1.5x, %", "2x, %", "back, s");

  /** The quick form leaves out twice the capacity. */
  private static final List<String> SHORT_OVERLOAD = List.of("stage", "1.5x, %", "back, s");

  private static final List<String> COSTS =
      List.of("stage", "waits, ms", "CPU, µs", "cores", "threads", "MiB");

  /** Shows what each candidate can do. */
  List<List<String>> rates() {
    return lines(RATES, this::rates);
  }

  boolean hasOverload() {
    return rows.stream().anyMatch(ChooseTable::isOverloaded);
  }

  /** Returns whether the overload was at 1.5 times the capacity only. */
  boolean leavesOutTwice() {
    return rows.stream()
        .map(row -> row.arm().after())
        .anyMatch(after -> after != null && after.twice() == null);
  }

  /** Shows what happens above the capacity. */
  List<List<String>> overload() {
    boolean hasTwice = !leavesOutTwice();
    return lines(hasTwice ? OVERLOAD : SHORT_OVERLOAD, row -> overload(row, hasTwice));
  }

  /** Shows what the requests cost at the capacity. */
  List<List<String>> costs() {
    return lines(COSTS, this::costs);
  }

  /** Shows all tables beside one another. */
  List<List<String>> all() {
    List<List<String>> all = new ArrayList<>();
    rates().forEach(line -> all.add(new ArrayList<>(line)));
    for (List<List<String>> right : List.of(overload(), costs())) {
      for (int i = 0; i < all.size(); i++) {
        all.get(i).addAll(right.get(i).subList(1, right.get(i).size()));
      }
    }
    return all;
  }

  private List<List<String>> lines(List<String> head, Function<Row, List<String>> cells) {
    List<List<String>> lines = new ArrayList<>(List.of(head));
    rows.forEach(row -> lines.add(cells.apply(row)));
    return lines;
  }

  private List<String> rates(Row row) {
    Arm arm = row.arm();
    Aftermath after = arm.after();
    return List.of(
        row.name(),
        row.capacity().toString(),
        range(row.capacity()),
        FailedRequests.of(row, objective).share(),
        after == null || row.capacity().isNone() || !arm.is(after.half(), 0.5)
            ? NONE
            : Text.millis(after.half().tail()));
  }

  private static List<String> overload(Row row, boolean hasTwice) {
    Arm arm = row.arm();
    Aftermath after = arm.after();
    Aftermath rejecting = arm.rejecting();
    List<String> cells = new ArrayList<>(List.of(row.name()));
    if (after == null || !isOverloaded(row)) {
      cells.addAll(Collections.nCopies(hasTwice ? 3 : 2, NONE));
      return cells;
    }
    cells.add(goodputs(arm, after.more(), rejecting == null ? null : rejecting.more()));
    if (hasTwice) {
      cells.add(goodputs(arm, after.twice(), rejecting == null ? null : rejecting.twice()));
    }
    cells.add(rejecting == null ? recovery(after) : recovery(after) + "/" + recovery(rejecting));
    return cells;
  }

  private static String range(Capacity capacity) {
    Interval interval = capacity.interval();
    return capacity.isNone()
        ? NONE
        : capacity.atLeast()
            ? "the generator"
            : Capacity.rate(interval.low()) + "–" + Capacity.rate(interval.high());
  }

  /** Formats percent of the capacity; {@code block}, and {@code reject} if it was measured. */
  private static String goodputs(Arm arm, @Nullable Step blocking, @Nullable Step rejecting) {
    String blocked = blocking == null ? NONE : percent(arm, blocking);
    return rejecting == null ? blocked : blocked + "/" + percent(arm, rejecting);
  }

  /** Returns whether enough requests came above a rate that the server ended, not the generator. */
  private static boolean isOverloaded(Row row) {
    Arm arm = row.arm();
    return arm.after() != null
        && !row.capacity().isNone()
        && !arm.capacity().atLeast()
        && arm.after().more().arrivals() >= ChoosePlan.ENOUGH;
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
        cell(at.flatMap(step -> Optional.ofNullable(step.mib())), "%,.0f"));
  }

  private static String cell(Optional<Double> value, String format) {
    return value.map(known -> format(format, known)).orElse(NONE);
  }

  private static String recovery(Aftermath after) {
    return after.recoveryMillis() == null
        ? "> " + format("%.0f", after.watchedMillis() / 1e3)
        : format("%.1f", after.recoveryMillis() / 1e3);
  }
}
