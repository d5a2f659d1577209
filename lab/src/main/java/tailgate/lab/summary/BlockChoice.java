package tailgate.lab.summary;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import tailgate.lab.load.Measurement;

/** Chooses the blocks of an arm that are in its figures and its charts. */
public final class BlockChoice {

  private BlockChoice() {}

  /** Returns whether the generator of a run is not in doubt. */
  public static boolean isTrusted(Measurement run) {
    return run.health() == null || run.health().isTrustworthy();
  }

  /**
   * Returns the blocks that count. If there are none, returns all blocks, so that a reader sees
   * what was measured.
   */
  public static <R> List<R> counting(List<R> blocks, Predicate<R> counts) {
    List<R> counting = blocks.stream().filter(counts).toList();
    return counting.isEmpty() ? blocks : counting;
  }

  /** Counts blocks for a table, as {@code 10}, {@code 8 of 10} or {@code 10, all in doubt}. */
  public static <R> String count(List<R> blocks, Predicate<R> counts) {
    long counting = blocks.stream().filter(counts).count();
    if (counting == blocks.size()) {
      return Long.toString(counting);
    }
    return counting > 0
        ? counting + " of " + blocks.size()
        : blocks.size() + (blocks.size() == 1 ? ", in doubt" : ", all in doubt");
  }

  /**
   * Returns the run whose throughput is in the middle of those that are trusted: charts show one.
   *
   * @param measured returns what a run has measured
   */
  public static <R> R middle(List<R> all, Function<R, Measurement> measured) {
    List<R> blocks = counting(all, run -> isTrusted(measured.apply(run)));
    return blocks.stream()
        .sorted(Comparator.comparingDouble(run -> measured.apply(run).perSecond()))
        .toList()
        .get(blocks.size() / 2);
  }
}
