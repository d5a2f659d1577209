package tailgate.lab.compare;

import static java.util.stream.Collectors.joining;
import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Objects;
import java.util.function.DoubleFunction;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tailgate.lab.claim.Figure;
import tailgate.lab.load.Doubt;
import tailgate.lab.load.Health;
import tailgate.lab.load.Text;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.Quantity;
import tailgate.lab.plan.Quantity.Unit;
import tailgate.lab.plan.TablePlan;
import tailgate.lab.plan.TablePlan.ColumnPlan;
import tailgate.lab.plan.TablePlan.Counting;
import tailgate.lab.plan.TablePlan.Over;
import tailgate.lab.stats.SteadyState;
import tailgate.lab.summary.BlockChoice;
import tailgate.lab.summary.Estimate;

/**
 * Makes the columns with figures of the table of an experiment.
 *
 * @param columns the columns that have something to show
 */
record Columns(VariantsPlan plan, List<VariantResult> results, List<ColumnPlan> columns) {

  private static final String NONE = "–";

  private static final List<String> FOOTPRINTS =
      List.of(
          "empty MiB, cold → warm",
          "KiB/connection, cold → warm",
          "live bytes/connection, cold → warm");

  /**
   * Makes the columns of the table with a row for each arm: the usual ones unless the file has
   * others, and those of the file unless they are rows of another table. A comparison is left out
   * if no arm has any.
   */
  static Columns of(VariantsPlan plan, List<VariantResult> results) {
    TablePlan table = plan.table();
    boolean isAcross = table.across() != null;
    boolean hasUsual = isAcross || !Boolean.FALSE.equals(table.usual());
    List<ColumnPlan> columns = new ArrayList<>(hasUsual ? TablePlan.USUAL_COLUMNS : List.of());
    columns.addAll(isAcross ? List.of() : all(plan, results).columns());
    return new Columns(plan, results, columns);
  }

  /** Makes the columns that the file names, which a table across an axis has as rows. */
  static Columns all(VariantsPlan plan, List<VariantResult> results) {
    return new Columns(
        plan,
        results,
        plan.table().columns().stream()
            .flatMap(column -> each(plan, column))
            .filter(column -> isShown(plan, column) && isKnown(plan, results, column))
            .toList());
  }

  /** Returns the column, or one for each phase that is a multiple of the capacity. */
  private static Stream<ColumnPlan> each(VariantsPlan plan, ColumnPlan column) {
    Phases phases = plan.traffic().phases();
    return phases == null || !column.load().equals(List.of(Phases.MULTIPLES))
        ? Stream.of(column)
        : phases.multiples().stream().map(column::at);
  }

  /** Returns whether a figure of phases is known of any run: some only have one kind of clients. */
  private static boolean isKnown(
      VariantsPlan plan, List<VariantResult> results, ColumnPlan column) {
    return switch (column.figure()) {
      case LEAVING_ANSWERED, PERSISTENT_ANSWERED, COMPILERS ->
          results.stream()
              .flatMap(result -> result.phased(plan).stream())
              .anyMatch(run -> !Double.isNaN(run.figure(column.figure(), column.load())));
      default -> true;
    };
  }

  private static boolean isShown(VariantsPlan plan, ColumnPlan column) {
    return switch (column.figure()) {
      case BASE -> plan.variants().stream().anyMatch(variant -> variant.base() != null);
      case BESIDE ->
          plan.variants().stream()
              .anyMatch(variant -> variant.rare() != null || variant.background() > 0);
      default -> true;
    };
  }

  /** Returns the titles of all columns with figures. */
  List<String> head() {
    List<String> head = new ArrayList<>();
    for (ColumnPlan column : columns) {
      if (column.figure() == Quantity.FOOTPRINT) {
        head.addAll(FOOTPRINTS);
      } else {
        head.add(Objects.requireNonNullElse(column.title(), column.figure().title()));
      }
    }
    return head;
  }

  /** Returns the number of blocks that are in the figures of a row. */
  String count(List<VariantResult> all) {
    return BlockChoice.count(all, this::counts);
  }

  private boolean counts(VariantResult result) {
    return plan.table().count() == Counting.JUDGED
        ? result.objection(plan).isEmpty()
        : BlockChoice.isTrusted(result.measured());
  }

  /** Returns the blocks that are in a figure of phases. */
  private List<VariantResult> counting(List<VariantResult> all, ColumnPlan column) {
    if (!plan.leavesOut(Objection.LATE_PHASE) || column.load().isEmpty()) {
      return column.figure() == Quantity.CAPACITY ? all : BlockChoice.counting(all, this::counts);
    }
    Phases phases = Objects.requireNonNull(plan.traffic().phases(), "a phase is late");
    List<String> wanted =
        column.as() == null
            ? column.load()
            : phases.together().getOrDefault(column.as(), column.load());
    return BlockChoice.counting(
        all, result -> result.phased(plan).flatMap(run -> run.objectionTo(wanted)).isEmpty());
  }

  /**
   * Returns the figures of a row.
   *
   * @param all the blocks of an arm
   */
  List<String> row(List<VariantResult> all) {
    List<VariantResult> blocks = BlockChoice.counting(all, this::counts);
    List<String> cells = new ArrayList<>();
    for (ColumnPlan column : columns) {
      boolean isOfRun = column.figure() == Quantity.CAPACITY || column.figure().isOfBackEnd();
      if (!column.load().isEmpty() || isOfRun) {
        cells.add(ofPhases(column, counting(all, column)));
        continue;
      }
      switch (column.figure()) {
        case BASE -> cells.add(text(blocks, this::share, "%.1f"));
        case BESIDE -> cells.add(text(blocks, Columns::beside, "%,.1f"));
        case P99_INTERVAL -> cells.add(all.size() == 1 ? interval(all.get(0)) : NONE);
        case P50, P90, P95, P99, P999, MAX -> cells.add(percentile(column, blocks));
        case FAILED, UNANSWERED -> cells.add(number(column, all));
        case CPU_MILLIS -> cells.add(text(blocks, result -> result.cpuMicros() / 1e3, "%.2f"));
        case USERS_TIME -> cells.add(text(all, Columns::usersTime, "%.0f"));
        case GENERATOR -> cells.add(doubts(all));
        case FOOTPRINT -> cells.addAll(footprints(blocks));
        case OF_WARM ->
            cells.add(cold(blocks, cold -> cold.ofWarm(column.seconds()), Columns::whole));
        case WARM_PER_SECOND -> cells.add(cold(blocks, ColdSeconds::warm, Columns::whole));
        case FIRST_P99 -> cells.add(cold(blocks, ColdSeconds::firstP99, Text::millis));
        case WARM_P99 -> cells.add(cold(blocks, ColdSeconds::warmP99, Text::millis));
        case CPU_OF_FIRST -> cells.add(cold(blocks, ColdSeconds::cpuMillisOfFirst, Columns::whole));
        case SETTLED -> cells.add(format("%d of %d", settledAfter(blocks).size(), blocks.size()));
        case SETTLED_AFTER -> cells.add(middle(settledAfter(blocks)));
        default -> cells.add(number(column, blocks));
      }
    }
    return cells;
  }

  private String ofPhases(ColumnPlan column, List<VariantResult> blocks) {
    List<PhasedRun> runs = blocks.stream().flatMap(result -> result.phased(plan).stream()).toList();
    double[] values =
        runs.stream().mapToDouble(run -> run.figure(column.figure(), column.load())).toArray();
    boolean isExact = runs.stream().allMatch(run -> run.isExact(column.figure(), column.load()));
    return column.figure() == Quantity.RECOVERY
        ? recovery(values, runs, column.load())
        : (isExact ? "" : "> ") + over(column, values);
  }

  /** Returns the slowest recovery, or for how long it was waited for in vain. */
  private static String recovery(double[] values, List<PhasedRun> runs, List<String> load) {
    double[] seen = Arrays.stream(values).filter(value -> !Double.isNaN(value)).toArray();
    if (seen.length == values.length) {
      double slowest = Arrays.stream(seen).max().orElse(0);
      return (seen.length > 1 ? "at most " : "") + whole(slowest);
    }
    double watched =
        runs.stream()
            .flatMap(run -> run.all().named(load).stream())
            .mapToDouble(PhaseResult::seconds)
            .max()
            .orElse(0);
    String never = "> " + whole(1e3 * watched);
    return seen.length == 0
        ? never
        : format("%s in %d of %d", never, values.length - seen.length, values.length);
  }

  /** Returns a percentile, with {@code >} if it is a lower bound unless the file has a format. */
  private String percentile(ColumnPlan column, List<VariantResult> blocks) {
    return column.format() != null || column.over() != null
        ? number(column, blocks)
        : Estimate.ofPercentile(
            blocks.stream().map(VariantResult::measured).toList(), column.figure().percentile());
  }

  private static double usersTime(VariantResult result) {
    Health health = result.measured().health();
    Double share = health == null ? null : health.usersAccounted();
    return share == null ? Double.NaN : 100 * share;
  }

  /** Says why the generator puts blocks in doubt, and how many of them. */
  private static String doubts(List<VariantResult> all) {
    List<List<Doubt>> doubts =
        all.stream()
            .flatMap(result -> Stream.ofNullable(result.measured().health()))
            .map(Health::doubts)
            .filter(reasons -> !reasons.isEmpty())
            .toList();
    String words =
        doubts.stream().flatMap(List::stream).distinct().map(Doubt::word).collect(joining(", "));
    if (words.isEmpty()) {
      return "ok";
    }
    if (all.size() == 1) {
      return words;
    }
    return doubts.size() < all.size()
        ? format("%s (%d of %d left out)", words, doubts.size(), all.size())
        : format("%s (all %d)", words, doubts.size());
  }

  private static String cold(
      List<VariantResult> blocks,
      ToDoubleFunction<ColdSeconds> figure,
      DoubleFunction<String> unit) {
    Stream<ColdSeconds> seconds =
        blocks.stream().flatMap(result -> Stream.ofNullable(result.seconds()));
    return text(seconds.toList(), figure, unit);
  }

  private static String whole(double value) {
    return format("%,.0f", value);
  }

  /** Returns the seconds after which the servers of those blocks had settled that did. */
  private static List<Integer> settledAfter(List<VariantResult> blocks) {
    return blocks.stream()
        .flatMap(result -> Stream.ofNullable(result.settled()))
        .filter(SteadyState::settled)
        .map(SteadyState::seconds)
        .sorted()
        .toList();
  }

  private static String middle(List<Integer> sorted) {
    return sorted.isEmpty() ? NONE : sorted.get(sorted.size() / 2).toString();
  }

  private String number(ColumnPlan column, List<VariantResult> blocks) {
    Figure figure = Figure.of(column.figure()).orElseThrow(); // checked before the run
    ToDoubleFunction<VariantResult> value =
        figure == Figure.CPU
            ? VariantResult::cpuMicros
            : result -> figure.of(result.observation(plan));
    double[] values = blocks.stream().mapToDouble(value).toArray();
    if (plan.traffic().counted() != null && figure != Figure.CPU) {
      Arrays.sort(values); // as in published reports: an interval depends on their order
    }
    return over(column, values);
  }

  /** Makes one cell of the values of several blocks. */
  private static String over(ColumnPlan column, double[] values) {
    DoubleFunction<String> unit = unit(column);
    boolean isCounted = column.figure().unit() == Unit.EXACT;
    DoubleSummaryStatistics all = Arrays.stream(values).summaryStatistics();
    return switch (Objects.requireNonNullElse(
        column.over(), isCounted ? Over.SUM : Over.ESTIMATE)) {
      case LEAST -> unit.apply(all.getMin());
      case MOST -> unit.apply(all.getMax());
      case SUM -> unit.apply(all.getSum());
      case EACH_BLOCK -> Arrays.stream(values).mapToObj(unit).collect(joining(" "));
      case ESTIMATE -> new Estimate(Arrays.stream(values).boxed().toList()).text(unit);
    };
  }

  private static DoubleFunction<String> unit(ColumnPlan column) {
    boolean isLatency = column.figure().unit() == Unit.LATENCY;
    if (isLatency && column.format() == null) {
      return Text::millis;
    }
    boolean isCounted = column.figure().unit() == Unit.EXACT;
    String format = Objects.requireNonNullElse(column.format(), isCounted ? "%,.0f" : "%,.1f");
    return value -> format(format, isLatency ? value / 1e3 : value);
  }

  /** Returns the throughput in per cent of that of the base in the same block. */
  private double share(VariantResult result) {
    String base = plan.variant(result.run().variant()).base();
    return results.stream()
        .filter(other -> other.run().variant().equals(base) && !other.run().twin())
        .filter(other -> other.run().block() == result.run().block())
        .mapToDouble(other -> 100 * result.measured().perSecond() / other.measured().perSecond())
        .findFirst()
        .orElse(Double.NaN);
  }

  private static double beside(VariantResult result) {
    return result.rare() == null ? Double.NaN : result.rare().perSecond();
  }

  /** Returns the interval of one run, over its seconds. */
  private static String interval(VariantResult result) {
    return result.p99() == null
        ? NONE
        : Text.millis(result.p99().low()) + " to " + Text.millis(result.p99().high());
  }

  private static List<String> footprints(List<VariantResult> blocks) {
    List<Footprints> all =
        blocks.stream().map(VariantResult::footprints).filter(Objects::nonNull).toList();
    return List.of(
        both(all, held -> held.cold().residentMib(), held -> held.warm().residentMib(), "%.0f"),
        both(all, Footprints::coldResident, Footprints::warmResident, "%.1f"),
        both(all, Footprints::coldLive, Footprints::warmLive, "%,.0f"));
  }

  private static String both(
      List<Footprints> all,
      ToDoubleFunction<Footprints> cold,
      ToDoubleFunction<Footprints> warm,
      String unit) {
    return text(all, cold, unit) + " → " + text(all, warm, unit);
  }

  private static <R> String text(List<R> all, ToDoubleFunction<R> figure, String unit) {
    return text(all, figure, value -> format(unit, value));
  }

  private static <R> String text(
      List<R> all, ToDoubleFunction<R> figure, DoubleFunction<String> unit) {
    return new Estimate(all.stream().mapToDouble(figure).boxed().toList()).text(unit);
  }
}
