package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.util.List;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Estimate;

/** How many workers a variant had while it was measured, as a column of a table. */
final class PoolColumns {

  static final List<String> HEAD = List.of("workers");

  private PoolColumns() {}

  /** Of the blocks of a variant. */
  static List<String> of(List<VariantResult> all) {
    List<Double> values =
        BlockTable.trusted(all, VariantResult::measured).stream()
            .map(result -> workers(result.measured()))
            .toList();
    return List.of(new Estimate(values).text(value -> format("%.1f", value)));
  }

  /** Their mean number; NaN if the server did not publish it then. */
  static double workers(Measurement run) {
    long start = run.startEpochMillis();
    return run.server()
        .stats()
        .mean(ServerTimeline.WORKERS, start, start + run.millis())
        .orElse(Double.NaN);
  }
}
