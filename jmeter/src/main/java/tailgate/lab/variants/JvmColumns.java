package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Estimate;

/** The tail, the stops and the memory of a variant, as columns of a table. */
final class JvmColumns {

  static final List<String> HEAD =
      List.of(
          "P99.9 ms",
          "max ms",
          "longest stop ms",
          "longest pause ms",
          "empty MiB, cold → warm",
          "KiB/connection, cold → warm",
          "live bytes/connection, cold → warm");

  private JvmColumns() {}

  /** Of the blocks of a variant. */
  static List<String> of(List<VariantResult> all) {
    List<VariantResult> blocks = BlockTable.trusted(all, VariantResult::measured);
    List<Measurement> measured = blocks.stream().map(VariantResult::measured).toList();
    return List.of(
        Estimate.ofPercentile(measured, 99.9),
        Estimate.ofPercentile(measured, 100),
        text(measured, run -> run.counter(Counter.LONGEST_SAFEPOINT_MILLIS), "%.1f"),
        text(measured, run -> run.counter(Counter.LONGEST_AT_SAFEPOINT_MILLIS), "%.2f"),
        both(blocks, its -> its.cold().residentMib(), its -> its.warm().residentMib(), "%.0f"),
        both(blocks, Footprints::coldResident, Footprints::warmResident, "%.1f"),
        both(blocks, Footprints::coldLive, Footprints::warmLive, "%,.0f"));
  }

  private static String both(
      List<VariantResult> blocks,
      ToDoubleFunction<Footprints> cold,
      ToDoubleFunction<Footprints> warm,
      String unit) {
    List<Footprints> all =
        blocks.stream().map(VariantResult::footprints).filter(Objects::nonNull).toList();
    return text(all, cold, unit) + " → " + text(all, warm, unit);
  }

  private static <T> String text(List<T> all, ToDoubleFunction<T> figure, String unit) {
    return new Estimate(all.stream().mapToDouble(figure).boxed().toList())
        .text(value -> format(unit, value));
  }
}
