package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;
import tailgate.lab.summary.Estimate;

/** What idle connections keep at a new server and after its load, as columns of a table. */
final class FootprintColumns {

  static final List<String> HEAD =
      List.of(
          "empty MiB, cold → warm",
          "KiB/connection, cold → warm",
          "live bytes/connection, cold → warm");

  private FootprintColumns() {}

  /** What the columns are, for people. */
  static String remark(int connections) {
    return format(
        ("%,d idle connections, made and answered once, and silent then: at a server that has"
            + " answered eight requests (cold), beside the load, and anew after it (warm). \"live"
            + " bytes/connection\" is what they add to the heap that a full collection leaves"
            + " (jcmd GC.class_histogram). \"KiB/connection\" is what they add to the resident"
            + " memory, read directly after that collection; \"empty MiB\" is the resident memory"
            + " without them. The load's own connections are closed by then. The servers run with"
            + " --no-metrics, because what they remember of each second would grow between two"
            + " readings."),
        connections);
  }

  /** Of the blocks of a variant. */
  static List<String> of(List<VariantResult> blocks) {
    List<Footprints> all =
        blocks.stream().map(VariantResult::footprints).filter(Objects::nonNull).toList();
    return List.of(
        both(all, its -> its.cold().residentMib(), its -> its.warm().residentMib(), "%.0f"),
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

  private static String text(
      List<Footprints> all, ToDoubleFunction<Footprints> figure, String unit) {
    return new Estimate(all.stream().mapToDouble(figure).boxed().toList())
        .text(value -> format(unit, value));
  }
}
