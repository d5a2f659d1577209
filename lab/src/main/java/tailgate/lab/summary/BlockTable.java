package tailgate.lab.summary;

import static tailgate.lab.load.Text.format;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tailgate.lab.load.Measurement;
import tailgate.lab.load.ServerTimeline;

/**
 * Has a row for each point of an experiment in blocks: estimates with their 95 % intervals. Blocks
 * in doubt are left out of them, unless all are.
 *
 * @param points the runs of each point, one run of each block
 */
public record BlockTable(List<List<Measurement>> points) {

  private static final List<String> HEAD =
      List.of(
          "stage",
          "blocks",
          "answers/s",
          "failed",
          "unanswered",
          "P50 ms",
          "P90 ms",
          "P99 ms",
          "CPU ms/request",
          "RSS MiB",
          "threads");

  /** Returns the head and all rows. */
  public List<List<String>> rows() {
    return Stream.concat(Stream.of(HEAD), points.stream().map(BlockTable::row)).toList();
  }

  private static List<String> row(List<Measurement> all) {
    List<Measurement> blocks = trusted(all, Function.identity());
    return List.of(
        blocks.get(0).name(),
        count(all),
        of(blocks, Measurement::perSecond).text(value -> format("%,.1f", value)),
        format("%,d", all.stream().mapToLong(run -> run.figures().failed()).sum()),
        format("%,d", all.stream().mapToLong(run -> run.figures().missing()).sum()),
        Estimate.ofPercentile(blocks, 50),
        Estimate.ofPercentile(blocks, 90),
        Estimate.ofPercentile(blocks, 99),
        of(blocks, run -> run.cpuMicrosPerRequest().orElse(Double.NaN) / 1e3)
            .text(value -> format("%.2f", value)),
        peak(blocks, ServerTimeline.RSS),
        peak(blocks, ServerTimeline.THREADS));
  }

  private static String peak(List<Measurement> blocks, String quantity) {
    return of(
            blocks, run -> run.server().knows(quantity) ? run.server().peak(quantity) : Double.NaN)
        .text(value -> format("%.0f", value));
  }

  private static Estimate of(List<Measurement> blocks, ToDoubleFunction<Measurement> figure) {
    return new Estimate(blocks.stream().mapToDouble(figure).boxed().toList());
  }

  private static boolean isTrusted(Measurement run) {
    return run.health() == null || run.health().isTrustworthy();
  }

  /**
   * Returns the blocks in which the generator is not in doubt. If it is in doubt in all of them,
   * returns all blocks, so that a reader sees what was measured.
   *
   * @param measured returns what a run has measured
   */
  public static <R> List<R> trusted(List<R> blocks, Function<R, Measurement> measured) {
    List<R> trusted = blocks.stream().filter(run -> isTrusted(measured.apply(run))).toList();
    return trusted.isEmpty() ? blocks : trusted;
  }

  /** Counts blocks for a table, as {@code 10}, {@code 8 of 10} or {@code 10, all in doubt}. */
  public static String count(List<Measurement> blocks) {
    return count(blocks, BlockTable::isTrusted);
  }

  /** Counts blocks for a table in the same words, those that a condition selects. */
  public static <R> String count(List<R> blocks, Predicate<R> isTrusted) {
    long trusted = blocks.stream().filter(isTrusted).count();
    if (trusted == blocks.size()) {
      return Long.toString(trusted);
    }
    return trusted > 0
        ? trusted + " of " + blocks.size()
        : blocks.size() + (blocks.size() == 1 ? ", in doubt" : ", all in doubt");
  }

  /**
   * Returns the run whose throughput is in the middle of those that are trusted: charts show one.
   *
   * @param measured returns what a run has measured
   */
  public static <R> R middle(List<R> all, Function<R, Measurement> measured) {
    List<R> blocks = trusted(all, measured);
    return blocks.stream()
        .sorted(Comparator.comparingDouble(run -> measured.apply(run).perSecond()))
        .toList()
        .get(blocks.size() / 2);
  }
}
