package tailgate.lab.summary;

import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import tailgate.lab.load.Measurement;

/** Chooses the blocks of an arm that are in its figures and its charts. */
public final class BlockChoice {

  private BlockChoice() {}

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
    return count(blocks, BlockChoice::isTrusted);
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
