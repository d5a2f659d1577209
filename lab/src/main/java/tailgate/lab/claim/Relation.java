package tailgate.lab.claim;

import java.util.function.DoubleFunction;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.stats.Interval;

/** What a claim says about its figures: the values with which it holds. */
enum Relation {
  /** The ratio shows at least 80 % of the difference between the bound and 1. */
  REACHES(Relation::reaching),

  /** The ratio is above 1, and at most the bound. */
  SLIGHTLY_MORE(bound -> new Range(Math.nextUp(1), bound)),

  AT_MOST(bound -> new Range(Double.NEGATIVE_INFINITY, bound)),

  AT_LEAST(bound -> new Range(bound, Double.POSITIVE_INFINITY)),

  /** The figure is from 80 to 125 % of the bound. */
  ABOUT(bound -> new Range(bound * Relation.ENOUGH, bound / Relation.ENOUGH)),

  /** The figure is less than 2 units away from the bound. */
  WITHIN_TWO(bound -> new Range(Math.nextUp(bound - 2), Math.nextDown(bound + 2))),

  BELOW(bound -> new Range(Double.NEGATIVE_INFINITY, Math.nextDown(bound))),

  /** Nothing was claimed: there are figures, and no verdict. */
  ASKS(bound -> new Range(Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY));

  /** A range of values that includes both ends. */
  record Range(double from, double to) {

    /** Returns held or not held only if no value of the interval says otherwise. */
    Outcome judge(Interval interval) {
      if (interval.low() >= from && interval.high() <= to) {
        return Outcome.HELD;
      }
      return interval.high() < from || interval.low() > to
          ? Outcome.NOT_HELD
          : Outcome.INCONCLUSIVE;
    }
  }

  /** Another machine has other figures, so seeing a part of a difference is enough. */
  private static final double ENOUGH = 0.8;

  @SuppressWarnings("ImmutableEnumChecker") // a stateless lambda
  private final DoubleFunction<Range> range;

  Relation(DoubleFunction<Range> range) {
    this.range = range;
  }

  /** Returns the values with which a claim of this bound holds. */
  Range range(double bound) {
    return range.apply(bound);
  }

  /**
   * Returns the ratios that show enough. The rule is about the difference, not the factor: 80 % of
   * "3 times as much" would be 2.4 times, and 80 % of "1.1 times as much" would be less than 1.
   */
  private static Range reaching(double claimed) {
    double enough = 1 + ENOUGH * (claimed - 1);
    return claimed > 1
        ? new Range(enough, Double.POSITIVE_INFINITY)
        : new Range(Double.NEGATIVE_INFINITY, enough);
  }
}
