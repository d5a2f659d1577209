package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.util.List;
import java.util.function.Function;
import tailgate.lab.load.Conditions.Counter;
import tailgate.lab.load.Measurement;
import tailgate.lab.summary.BlockTable;
import tailgate.lab.summary.Estimate;

/** What the collector has seen of a variant under an open load, as columns of a table. */
record GarbageColumns(Traffic traffic) {

  static final List<String> HEAD = List.of("garbage KB/request", "heap MiB");

  private static final double KB_PER_MIB = (1 << 20) / 1e3;

  /** Of the blocks of a variant. */
  List<String> of(List<VariantResult> all) {
    List<VariantResult> blocks = BlockTable.trusted(all, VariantResult::measured);
    return List.of(
        text(blocks, this::garbage), text(blocks, its -> its.counter(Counter.GC_LEAST_HEAP_MIB)));
  }

  /**
   * KB for each request that was due, the warm-up's included, as in what was freed; NaN if that is
   * not known.
   */
  double garbage(Measurement run) {
    double seconds = traffic.warmUp().plus(traffic.time()).toMillis() / 1e3;
    return traffic.perSecond() == null
        ? Double.NaN
        : run.counter(Counter.GC_FREED_MIB) * KB_PER_MIB / (traffic.perSecond() * seconds);
  }

  private static String text(List<VariantResult> blocks, Function<Measurement, Double> figure) {
    List<Double> values = blocks.stream().map(its -> figure.apply(its.measured())).toList();
    return new Estimate(values).text(value -> format("%.1f", value));
  }
}
