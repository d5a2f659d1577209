package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.ToDoubleBiFunction;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.Text;
import tailgate.lab.plan.Quantity;
import tailgate.lab.plan.TablePlan;
import tailgate.lab.plan.TablePlan.ColumnPlan;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Estimate;

/**
 * Makes the columns that the file of an experiment adds to the usual ones.
 *
 * @param plan the plan of the run
 * @param results the results of all arms
 * @param columns the columns that have something to show
 */
record Columns(VariantsPlan plan, List<VariantResult> results, List<ColumnPlan> columns) {

  private static final String NONE = "–";
  private static final double KB_PER_MIB = (1 << 20) / 1e3;
  private static final List<String> FOOTPRINTS =
      List.of(
          "empty MiB, cold → warm",
          "KiB/connection, cold → warm",
          "live bytes/connection, cold → warm");

  /** Makes the columns of a table; a comparison is left out if no arm has any. */
  static Columns of(VariantsPlan plan, List<VariantResult> results) {
    TablePlan table = plan.experiment().table();
    List<ColumnPlan> columns = table == null ? List.of() : table.columns();
    return new Columns(
        plan, results, columns.stream().filter(column -> isShown(plan, column)).toList());
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

  /**
   * Refuses a figure that is not known here.
   *
   * @throws LabException if the table has such a figure
   */
  static void check(String experiment, @Nullable TablePlan table) throws LabException {
    for (ColumnPlan column : table == null ? List.<ColumnPlan>of() : table.columns()) {
      Quantity figure = column.figure();
      boolean isKnown =
          switch (figure) {
            case BASE, BESIDE, FOOTPRINT, P99_INTERVAL, P999, MAX -> true;
            default -> figure(figure).isPresent();
          };
      if (!isKnown) {
        throw new LabException(
            "%s: a file cannot be run with the column %s yet".formatted(experiment, figure));
      }
    }
  }

  /** Returns the titles of all columns. */
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

  /**
   * Returns the cells of a row.
   *
   * @param all the blocks of an arm
   */
  List<String> row(List<VariantResult> all) {
    List<VariantResult> blocks = BlockTable.trusted(all, VariantResult::measured);
    List<Measurement> measured = blocks.stream().map(VariantResult::measured).toList();
    List<String> cells = new ArrayList<>();
    for (ColumnPlan column : columns) {
      switch (column.figure()) {
        case BASE -> cells.add(text(blocks, this::share, "%.1f"));
        case BESIDE -> cells.add(text(blocks, Columns::beside, "%,.1f"));
        case P99_INTERVAL -> cells.add(all.size() == 1 ? interval(all.get(0)) : NONE);
        case P999 -> cells.add(Estimate.ofPercentile(measured, 99.9));
        case MAX -> cells.add(Estimate.ofPercentile(measured, 100));
        case FOOTPRINT -> cells.addAll(footprints(blocks));
        default ->
            cells.add(
                text(
                    blocks,
                    result ->
                        figure(column.figure()).orElseThrow().applyAsDouble(result, plan.traffic()),
                    Objects.requireNonNullElse(column.format(), "%,.1f")));
      }
    }
    return cells;
  }

  /** Returns the way to compute a figure that is one number for each run, or NaN. */
  private static Optional<ToDoubleBiFunction<VariantResult, Traffic>> figure(Quantity quantity) {
    return Optional.ofNullable(
        switch (quantity) {
          case MEAN -> (result, traffic) -> millis(result.measured().figures().mean());
          case DEVIATION -> (result, traffic) -> millis(result.measured().figures().deviation());
          case CPU ->
              (result, traffic) -> result.measured().cpuMicrosPerRequest().orElse(Double.NaN);
          case WORKERS -> (result, traffic) -> workers(result.measured());
          case GARBAGE -> (result, traffic) -> garbage(result.measured(), traffic);
          case HEAP -> (result, traffic) -> result.measured().counter(Counter.GC_LEAST_HEAP_MIB);
          case LONGEST_STOP ->
              (result, traffic) -> result.measured().counter(Counter.LONGEST_SAFEPOINT_MILLIS);
          case LONGEST_PAUSE ->
              (result, traffic) -> result.measured().counter(Counter.LONGEST_AT_SAFEPOINT_MILLIS);
          default -> null;
        });
  }

  private static double millis(@Nullable Double micros) {
    return micros == null ? Double.NaN : micros / 1e3;
  }

  /** Returns the mean number of workers of a pool; NaN if the server did not publish it then. */
  static double workers(Measurement run) {
    long start = run.startEpochMillis();
    return run.server()
        .stats()
        .mean(ServerTimeline.WORKERS, start, start + run.millis())
        .orElse(Double.NaN);
  }

  /**
   * Returns the KB that were freed for each request that was due, the warm-up's included, as in
   * what was freed; NaN if that is not known.
   */
  static double garbage(Measurement run, Traffic traffic) {
    double seconds = traffic.warmUp().plus(traffic.time()).toMillis() / 1e3;
    return traffic.perSecond() == null
        ? Double.NaN
        : run.counter(Counter.GC_FREED_MIB) * KB_PER_MIB / (traffic.perSecond() * seconds);
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
        both(all, one -> one.cold().residentMib(), one -> one.warm().residentMib(), "%.0f"),
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
    return new Estimate(all.stream().mapToDouble(figure).boxed().toList())
        .text(value -> format(unit, value));
  }
}
