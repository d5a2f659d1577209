package tailgate.lab.selfcheck;

import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.stats.Bootstrap;
import tailgate.lab.stats.Interval;

/**
 * Compares a load with itself, as claims compare two arms: neighbouring windows of 100 ms are a
 * block with two arms in random order, ten blocks are a comparison.
 *
 * <p>All comparisons together are made at the 95 % level. If each was, a lab that is well would
 * find two differences or more in a quarter of its self-checks.
 */
final class SameTwice {

  static final int COMPARISONS = 20;
  static final int BLOCKS = 10;

  static final int WINDOWS = 2 * COMPARISONS * BLOCKS;

  static final Blocks ORDER = new Blocks(COMPARISONS * BLOCKS, 1);

  private SameTwice() {}

  /**
   * How many comparisons find no difference.
   *
   * @param answers in each window; without enough of them no comparison finds anything
   */
  static long withoutDifference(List<Long> answers) {
    return answers.size() < WINDOWS
        ? 0
        : IntStream.range(0, COMPARISONS)
            .mapToObj(comparison -> ratio(comparison, answers))
            .filter(ratio -> ratio.isPresent() && ratio.get().contains(1))
            .count();
  }

  private static Optional<Interval> ratio(int comparison, List<Long> answers) {
    List<Double> ratios =
        IntStream.range(comparison * BLOCKS, (comparison + 1) * BLOCKS)
            .mapToObj(
                block -> {
                  List<Long> arms =
                      ORDER.shuffled(block + 1, answers.subList(2 * block, 2 * block + 2));
                  return Math.max(1.0, arms.get(0)) / Math.max(1.0, arms.get(1));
                })
            .toList();
    return Bootstrap.geometricMean(ratios, Bootstrap.ERROR / COMPARISONS);
  }
}
