package tailgate.lab.claim;

import java.util.List;
import java.util.function.DoublePredicate;
import tailgate.lab.summary.Spread;

/** What a claim says about its figures. */
enum Relation {
  /** Each ratio shows at least 80 % of the difference between the bound and 1. */
  REACHES(
      (e, bound) ->
          all(e.ratios(), ratio -> reaches(ratio, bound))
              && all(e.differences(), by -> Math.abs(by) > e.resolution())),

  /** Each ratio is above 1, and their median is at most the bound. */
  SLIGHTLY_MORE(
      (e, bound) -> all(e.ratios(), r -> r > 1) && Spread.of(e.ratios()).median() <= bound),

  /** Each ratio is at most the bound. */
  AT_MOST((e, bound) -> all(e.ratios(), ratio -> ratio <= bound)),

  /** Each ratio is at least the bound. */
  AT_LEAST((e, bound) -> all(e.ratios(), ratio -> ratio >= bound)),

  /** No figure is above the other by more than a tick of the clock. */
  NOT_MORE((e, bound) -> all(e.differences(), by -> by <= e.resolution())),

  /** Each figure is below the other by more than a tick of the clock. */
  LESS((e, bound) -> all(e.differences(), by -> -by > e.resolution())),

  /** Each figure is from 80 to 125 % of the bound. */
  ABOUT((e, bound) -> all(e.values(), value -> isAbout(value, bound))),

  /** Each figure is less than 2 units away from the bound. */
  WITHIN_TWO((e, bound) -> all(e.values(), value -> Math.abs(value - bound) < 2)),

  /** Each figure is below the bound. */
  BELOW((e, bound) -> all(e.values(), value -> value < bound)),

  /** Nothing was claimed: there are figures, and no verdict. */
  ASKS((e, bound) -> false);

  private interface Rule {
    boolean holds(Evidence evidence, double bound);
  }

  /** Another machine has other figures, so seeing a part of a difference is enough. */
  private static final double ENOUGH = 0.8;

  private final Rule rule;

  Relation(Rule rule) {
    this.rule = rule;
  }

  boolean holds(Evidence evidence, double bound) {
    return rule.holds(evidence, bound);
  }

  private static boolean all(List<Double> values, DoublePredicate test) {
    return values.stream().allMatch(test::test);
  }

  /**
   * Whether enough of a difference is there. The rule is about the difference, not the factor: 80 %
   * of "3 times as much" would be 2.4 times, and 80 % of "1.1 times as much" would be less than 1.
   *
   * @param ours a factor that was measured, above 0
   * @param claimed the factor that was claimed; below 1 if less was claimed
   */
  static boolean reaches(double ours, double claimed) {
    double enough = 1 + ENOUGH * (claimed - 1);
    return claimed > 1 ? ours >= enough : ours <= enough;
  }

  static boolean isAbout(double ours, double claimed) {
    return ours >= claimed * ENOUGH && ours <= claimed / ENOUGH;
  }
}
