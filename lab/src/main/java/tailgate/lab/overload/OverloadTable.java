package tailgate.lab.overload;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import tailgate.lab.load.Text;
import tailgate.lab.summary.Estimate;

/**
 * A row for each arm with each handler. A step in doubt is left out of its figures, unless it is in
 * doubt in all blocks.
 *
 * @param arms the blocks of each
 */
record OverloadTable(OverloadPlan plan, List<List<OverloadResult>> arms) {

  private static final double TWICE = OverloadPlan.TWICE;

  List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(head());
    arms.forEach(arm -> rows.add(row(arm)));
    return rows;
  }

  private List<String> head() {
    List<String> head = new ArrayList<>(List.of("arm", "blocks", "capacity/s"));
    plan.loads().forEach(load -> head.add("in time, % at " + OverloadResult.inWords(load)));
    head.addAll(
        List.of(
            "P99 ms at 0.5x",
            "P99 ms at 2x",
            "refused, % at 2x",
            "gave up, % at 2x",
            "lost / unavoidable at 2x",
            "pulse: in time, %",
            "back after ms"));
    if (haveTwoKinds()) {
      head.add("of those who leave answered, % at 2x");
      head.add("of those who ask again answered, % at 2x");
    }
    if (knowCompilers()) {
      head.add("JIT compilers, % of a processor at 2x");
    }
    return head;
  }

  private List<String> row(List<OverloadResult> arm) {
    List<String> row = new ArrayList<>();
    row.add(arm.get(0).run().name());
    row.add(blocks(arm));
    row.add(text(arm, OverloadResult::capacity, OverloadTable::whole));
    for (double load : plan.loads()) {
      row.add(text(counting(arm, load), its -> share(its, load), OverloadTable::whole));
    }
    row.add(
        text(counting(arm, OverloadPlan.HALF), its -> p99(its, OverloadPlan.HALF), Text::millis));
    List<OverloadResult> twice = counting(arm, TWICE);
    row.add(text(twice, its -> p99(its, TWICE), Text::millis));
    row.add(text(twice, its -> 100 * its.twice().refusedShare(), OverloadTable::tenth));
    row.add(text(twice, its -> 100 * its.twice().gaveUpShare(), OverloadTable::tenth));
    row.add(text(twice, its -> lost(its.twice()), value -> format("%.2f", value)));
    List<OverloadResult> pulses = some(arm, its -> its.objectionToPulse(plan));
    row.add(text(pulses, its -> 100 * its.pulseShare(), OverloadTable::whole));
    row.add(recovery(pulses));
    if (haveTwoKinds()) {
      row.add(text(twice, its -> 100 * its.twice().leavingShare(), OverloadTable::tenth));
      row.add(text(twice, its -> 100 * its.twice().persistentShare(), OverloadTable::tenth));
    }
    if (knowCompilers()) {
      row.add(text(twice, its -> 100 * compiling(its), OverloadTable::whole));
    }
    return row;
  }

  /** Whether there are arms in which some clients leave and others ask again. */
  private boolean haveTwoKinds() {
    return plan.clients().stream().anyMatch(Clients::areMixed);
  }

  /** Whether it is known what the compilers took. Old archives do not say. */
  private boolean knowCompilers() {
    return arms.stream().flatMap(List::stream).anyMatch(its -> its.twice().compiling() != null);
  }

  private static double compiling(OverloadResult result) {
    return Objects.requireNonNullElse(result.twice().compiling(), Double.NaN);
  }

  /** As {@code 10}, or {@code 8 of 10} if two of them do not count at twice the capacity. */
  private String blocks(List<OverloadResult> arm) {
    long count = arm.stream().filter(its -> objection(its, TWICE).isEmpty()).count();
    if (count == arm.size()) {
      return Long.toString(count);
    }
    return count > 0 ? count + " of " + arm.size() : arm.size() + ", in doubt";
  }

  List<OverloadResult> counting(List<OverloadResult> arm, double load) {
    return some(arm, its -> objection(its, load));
  }

  private static List<OverloadResult> some(
      List<OverloadResult> arm, Function<OverloadResult, Optional<String>> objection) {
    List<OverloadResult> some = arm.stream().filter(its -> objection.apply(its).isEmpty()).toList();
    return some.isEmpty() ? arm : some;
  }

  private Optional<String> objection(OverloadResult result, double load) {
    return result.objection(result.at(load), plan);
  }

  /** Answers in time in per cent of the capacity. */
  static double share(OverloadResult result, double load) {
    return 100 * result.share(result.at(load));
  }

  /** Of those that were admitted; NaN if nobody was. */
  private static double p99(OverloadResult result, double load) {
    OverloadPoint step = result.at(load);
    return step.admitted().count() == 0 ? Double.NaN : step.admitted().p99();
  }

  private static double lost(OverloadPoint step) {
    return step.lostShare() / step.unavoidableShare();
  }

  private static String text(
      List<OverloadResult> arm,
      ToDoubleFunction<OverloadResult> figure,
      DoubleFunction<String> unit) {
    return new Estimate(arm.stream().mapToDouble(figure).boxed().toList()).text(unit);
  }

  /** The slowest of those that were seen, or for how long it was waited for. */
  private String recovery(List<OverloadResult> pulses) {
    List<Long> seen =
        pulses.stream().flatMap(its -> Optional.ofNullable(its.recoveryMillis()).stream()).toList();
    String slowest = format("%,d", seen.stream().mapToLong(Long::longValue).max().orElse(0));
    if (seen.size() == pulses.size()) {
      return (seen.size() > 1 ? "at most " : "") + slowest;
    }
    String never = format("> %,d", plan.after().toMillis());
    return seen.isEmpty()
        ? never
        : format("%s in %d of %d", never, pulses.size() - seen.size(), pulses.size());
  }

  private static String whole(double value) {
    return format("%,.0f", value);
  }

  private static String tenth(double value) {
    return format("%.1f", value);
  }
}
