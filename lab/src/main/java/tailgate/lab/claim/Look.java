package tailgate.lab.claim;

import java.util.List;
import tailgate.lab.stats.Bootstrap;

/**
 * A moment at which the claims of a run are judged. Several looks share the 5 % of errors, so that
 * the intervals of all of them are right together in 95 of 100 runs, whatever ends the run
 * (Bonferroni). {@code docs/method.md} says what that costs and saves.
 *
 * @param blocks the number of blocks that were made before
 * @param fewest a verdict needs so many blocks that count
 * @param error the probability with which an interval may miss the truth
 * @param ending the same of the intervals that must decide a claim if the run is to end here
 */
public record Look(int blocks, int fewest, double error, double ending) {

  /** The look at a run whose number of blocks is fixed. */
  public static final Look ONLY = new Look(Integer.MAX_VALUE, 10, Bootstrap.ERROR, Bootstrap.ERROR);

  private static final int FEWEST = 6;

  /**
   * Returns the looks at a run that ends once its claims are decided.
   *
   * @param p the p-value with which they have to be, up to {@link Bootstrap#ERROR}
   */
  public static List<Look> several(double p) {
    return List.of(of(6, 4, p), of(8, 2, p), of(10, 4, p));
  }

  private static Look of(int blocks, int tenths, double p) {
    return new Look(blocks, FEWEST, tenths * Bootstrap.ERROR / 10, tenths * p / 10);
  }

  Look toEnd() {
    return new Look(blocks, fewest, ending, ending);
  }

  /** Returns how the intervals of reports are made. */
  Certainty usual() {
    return new Certainty(error, false);
  }

  /**
   * Returns how the intervals are made that have to say the same: where they differ, a claim is at
   * the limit.
   *
   * @param ofAll the probability with which an interval of any look may miss the truth
   */
  Certainty students(double ofAll) {
    return new Certainty(ofAll * (error / Bootstrap.ERROR), true);
  }
}
