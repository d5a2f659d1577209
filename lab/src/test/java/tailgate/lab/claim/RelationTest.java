package tailgate.lab.claim;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.plan.StatedBound.Relation.ABOUT;
import static tailgate.lab.plan.StatedBound.Relation.REACHES;
import static tailgate.lab.plan.StatedBound.Relation.SLIGHTLY_MORE;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.claim.Verdict.Outcome;
import tailgate.lab.plan.StatedBound;
import tailgate.lab.plan.StatedBound.Relation;
import tailgate.lab.stats.Interval;

class RelationTest {

  private static Outcome judged(Relation relation, double number, Interval interval) {
    return Condition.judge(new StatedBound(relation, number, "").range(), interval);
  }

  /** Four fifths of a difference are enough, and not four fifths of a factor. */
  @ParameterizedTest
  @CsvSource({
    "REACHES, 3, 2.61, HELD",
    "REACHES, 3, 2.59, NOT_HELD",
    "REACHES, 1.1, 1.09, HELD",
    "REACHES, 1.1, 1.07, NOT_HELD",
    "REACHES, 0.67, 0.73, HELD",
    "REACHES, 0.67, 0.75, NOT_HELD",
    "REACHES, 0.67, 1.2, NOT_HELD",
    "ABOUT, 10, 8.1, HELD",
    "ABOUT, 10, 12.4, HELD",
    "ABOUT, 10, 7.9, NOT_HELD",
    "ABOUT, 10, 12.6, NOT_HELD",
    "SLIGHTLY_MORE, 1.15, 1.01, HELD",
    "SLIGHTLY_MORE, 1.15, 1, NOT_HELD",
    "SLIGHTLY_MORE, 1.15, 1.16, NOT_HELD",
    "WITHIN_TWO, 166.7, 168.6, HELD",
    "WITHIN_TWO, 166.7, 168.8, NOT_HELD",
    "BELOW, 1, 0, HELD",
    "BELOW, 1, 1, NOT_HELD",
    "AT_MOST, 0.7, 0.7, HELD",
    "AT_LEAST, 1, 1, HELD"
  })
  void whatIsKnownExactlyIsOnOneSide(Relation relation, double bound, double x, Outcome outcome) {
    assertThat(judged(relation, bound, Interval.exact(x))).isEqualTo(outcome);
  }

  @Test
  void anIntervalOnBothSidesOfAThresholdSaysNothing() {
    assertThat(judged(REACHES, 3, new Interval(2.5, 2.9, 3.1))).isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judged(REACHES, 3, new Interval(2.6, 2.9, 3.1))).isEqualTo(Outcome.HELD);
    assertThat(judged(REACHES, 3, new Interval(2.1, 2.3, 2.59))).isEqualTo(Outcome.NOT_HELD);
  }

  @Test
  void anIntervalThatIsWiderThanARangeSaysNothing() {
    assertThat(judged(SLIGHTLY_MORE, 1.15, new Interval(0.71, 0.87, 1.06)))
        .isEqualTo(Outcome.INCONCLUSIVE);
    assertThat(judged(ABOUT, 10, new Interval(7, 10, 13))).isEqualTo(Outcome.INCONCLUSIVE);
  }
}
