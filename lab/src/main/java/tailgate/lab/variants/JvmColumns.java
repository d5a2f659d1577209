package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.stream.Stream;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.Estimate;

/** The tail, the stops and the memory of a variant, as columns of a table. */
final class JvmColumns {

  static final List<String> HEAD =
      Stream.concat(
              Stream.of("P99.9 ms", "max ms", "longest stop ms", "longest pause ms"),
              FootprintColumns.HEAD.stream())
          .toList();

  private JvmColumns() {}

  /** Of the blocks of a variant. */
  static List<String> of(List<VariantResult> blocks) {
    List<Measurement> measured = blocks.stream().map(VariantResult::measured).toList();
    Stream<String> tail =
        Stream.of(
            Estimate.ofPercentile(measured, 99.9),
            Estimate.ofPercentile(measured, 100),
            text(measured, Counter.LONGEST_SAFEPOINT_MILLIS, "%.1f"),
            text(measured, Counter.LONGEST_AT_SAFEPOINT_MILLIS, "%.2f"));
    return Stream.concat(tail, FootprintColumns.of(blocks).stream()).toList();
  }

  private static String text(List<Measurement> all, Counter counter, String unit) {
    return new Estimate(all.stream().map(run -> run.counter(counter)).toList())
        .text(value -> format(unit, value));
  }
}
