package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoublePredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClimbTest {

  private static final double NO_LIMIT = 1e6;

  @Test
  void theFirstBatchIsAroundThePowerOf125NextToTheGuess() {
    List<Double> first = Climb.to(1_250, NO_LIMIT, 1.03).next();

    assertThat(first)
        .containsExactly(
            Math.pow(1.25, 31), Math.pow(1.25, 32), Math.pow(1.25, 33), Math.pow(1.25, 34));
    assertThat(first.get(1)).isCloseTo(1_262.2, within(0.1));
  }

  @Test
  void climbsToTheSameCapacityTryTheSameRatesWhateverTheyBeginWith() {
    Climb one = climb(Climb.to(3_111, NO_LIMIT, 1.03), rate -> rate <= 777);
    Climb other = climb(Climb.to(555, NO_LIMIT, 1.03), rate -> rate <= 777);

    assertThat(one.held()).isEqualTo(other.held());
    assertThat(one.failed()).isEqualTo(other.failed());
    assertThat(rates(other))
        .containsAll(rates(one).subList(rates(one).size() - 3, rates(one).size()));
  }

  @Test
  void whatIsComputedInAnotherWayIsTheSameRate() {
    double part = Math.pow(1.25, 1.0 / Climb.PARTS);
    double rate = Math.pow(1.25, 20) * Math.pow(part, 3);

    assertThat(Climb.common(rate)).isEqualTo(Climb.common(Math.pow(1.25, 21) * Math.pow(part, -5)));
    assertThat(Climb.common(777)).isEqualTo(777);
  }

  @Test
  void aboveARateThatIsNoneOfThemTheNextOneIs() {
    assertThat(Climb.to(1_000, NO_LIMIT, 1.03).saw(1_500, true).next().get(0))
        .isEqualTo(Math.pow(1.25, 33));
  }

  /** A rate that held and one that failed, at these parts of the objective. */
  private static Climb between(double low, double high) {
    return Climb.to(1_000, NO_LIMIT, 1.3).saw(800, true, true, low).saw(1_000, false, true, high);
  }

  @Test
  void crossesTheObjectiveBetweenTheRateThatHeldAndTheOneThatFailed() {
    assertThat(between(0.5, 2).crossing()).isCloseTo(Math.sqrt(800 * 1_000), within(1e-9));
    assertThat(between(0.95, 2.9).crossing()).isBetween(800.0, 812.0);
    assertThat(between(0.35, 1.01).crossing()).isBetween(990.0, 1_000.0);
  }

  /** A queue that grows without end has a percentile that says how long the step was. */
  @Test
  void staysAtTheRateThatHeldIfAPercentileIsFarFromTheObjective() {
    assertThat(between(0.9, 3.1).crossing()).isEqualTo(800);
    assertThat(between(0.3, 1.1).crossing()).isEqualTo(800);
  }

  @Test
  void crossesItNowhereIfItWasNotThePercentileThatFailed() {
    assertThat(between(0.5, 0.9).crossing()).isEqualTo(800);
    assertThat(between(1.2, 2).crossing()).as("one of few was slow").isEqualTo(800);
    assertThat(between(Double.NaN, 2).crossing()).isEqualTo(800);
  }

  @Test
  void crossesItNowhereIfTheGeneratorFailed() {
    Climb late =
        Climb.to(1_000, NO_LIMIT, 1.3).saw(800, true, true, 0.5).saw(1_000, false, false, 2);
    assertThat(late.crossing()).isEqualTo(800);
  }

  @Test
  void theBestOfSeveralTriesAtARateSaysWhereItCrosses() {
    Climb twice = between(0.5, 8).saw(1_000, false, true, 2);
    assertThat(twice.crossing()).isCloseTo(Math.sqrt(800 * 1_000), within(1e-9));
  }

  @Test
  void theCapacityIsFoundToTheResolution() {
    Climb climb = climb(Climb.to(1_300, NO_LIMIT, 1.03), rate -> rate <= 777);

    assertThat(climb.held().orElseThrow()).isBetween(777 / 1.03, 777.0);
    assertThat(climb.failed().orElseThrow()).isBetween(777.0, 777 * 1.03);
  }

  @Test
  void aGuessThatIsFarTooLowIsLeftBehind() {
    Climb climb = climb(Climb.to(10, NO_LIMIT, 1.1), rate -> rate <= 777);

    assertThat(climb.held().orElseThrow()).isBetween(777 / 1.1, 777.0);
  }

  @Test
  void aGuessThatIsTooHighIsGoneBelow() {
    Climb climb = climb(Climb.to(3_000, NO_LIMIT, 1.03), rate -> rate <= 777);

    assertThat(climb.held().orElseThrow()).isBetween(777 / 1.03, 777.0);
  }

  @Test
  void whereNothingHoldsTheSearchEnds() {
    Climb climb = climb(Climb.to(1_000, NO_LIMIT, 1.03), rate -> false);

    assertThat(climb.held()).isEmpty();
    assertThat(climb.seen().size()).isLessThan(20);
  }

  @Test
  void theLimitIsNeverPassed() {
    Climb climb = climb(Climb.to(1_000, 1_900, 1.03), rate -> true);

    assertThat(climb.isAtLimit()).isTrue();
    assertThat(climb.held()).hasValue(1_900);
    assertThat(climb.seen()).extracting(Climb.Seen::rate).allMatch(rate -> rate <= 1_900);
    assertThat(climb.failed()).isEmpty();
  }

  @Test
  void aGuessNearTheLimitOrAboveItBeginsWithTheLimitAlone() {
    assertThat(Climb.to(5_000, 1_000, 1.03).next()).containsExactly(1_000.0);
    assertThat(Climb.to(850, 1_000, 1.03).next()).containsExactly(1_000.0);
    assertThat(Climb.to(700, 1_000, 1.03).next()).hasSize(4).last().isEqualTo(1_000.0);
  }

  @Test
  void belowALimitThatFailedTheSearchGoesOn() {
    Climb climb = climb(Climb.to(5_000, 1_000, 1.03), rate -> rate <= 777);

    assertThat(climb.held().orElseThrow()).isBetween(777 / 1.03, 777.0);
  }

  @Test
  void oneHiccupBelowARateThatHeldEndsNothing() {
    Climb climb = Climb.to(1_000, NO_LIMIT, 1.3).saw(640, true).saw(800, false).saw(1_000, true);

    assertThat(climb.held()).hasValue(1_000);
    assertThat(climb.failed()).isEmpty();
  }

  @Test
  void twoNeighboursThatFailedEndTheClimbAlthoughOneAboveHeld() {
    Climb climb =
        Climb.to(1_000, NO_LIMIT, 1.3)
            .saw(512, true)
            .saw(640, false)
            .saw(800, false)
            .saw(1_000, true);

    assertThat(climb.held()).hasValue(512);
    assertThat(climb.failed()).hasValue(640);
  }

  @Test
  void aFinerResolutionGoesOnWithWhatWasSeen() {
    Climb rough = Climb.to(1_000, NO_LIMIT, 1.26).saw(800, true).saw(1_000, false);

    assertThat(rough.next()).as("a single failure").containsExactly(1_000.0);
    assertThat(rough.saw(1_000, false).next()).isEmpty();
    assertThat(rough.until(1.1).next())
        .as("in one batch, and the single failure again")
        .satisfiesExactly(
            rate -> assertThat(rate).isCloseTo(862, within(1.0)),
            rate -> assertThat(rate).isCloseTo(928, within(1.0)),
            rate -> assertThat(rate).isEqualTo(1_000));
    assertThat(rough.until(1.03).next())
        .as("by bisection, if there are many")
        .containsExactly(Math.sqrt(800 * 1_000.0));
  }

  @ParameterizedTest
  @ValueSource(doubles = {8, 120, 5_000})
  void aHiccupAtTheHighestRateDoesNotEndTheClimbAtAnyRate(double guess) {
    Climb climb = Climb.to(guess, NO_LIMIT, 1.06);
    List<Double> first = climb.next();
    for (double rate : first) {
      climb = climb.saw(rate, rate < first.getLast());
    }
    while (!climb.next().isEmpty()) {
      for (double rate : climb.next()) {
        climb = climb.saw(rate, rate < 2 * guess);
      }
    }

    assertThat(climb.held().orElseThrow()).isBetween(2 * guess / 1.07, 2 * guess);
  }

  @Test
  void aCoarseClimbTriesEachSecondPower() {
    double square = 1.25 * 1.25;
    Climb climb = Climb.to(1_000, NO_LIMIT, square * 1.001);

    assertThat(climb.next())
        .containsExactly(Math.pow(1.25, 27), Math.pow(1.25, 29), Math.pow(1.25, 31));
    Climb over = climb(climb, rate -> rate <= 500);
    assertThat(over.failed().orElseThrow() / over.held().orElseThrow())
        .isCloseTo(square, within(0.01));
  }

  @Test
  void aResolutionOfNothingIsRefused() {
    assertThatThrownBy(() -> Climb.to(1_000, NO_LIMIT, 1))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private static List<Double> rates(Climb climb) {
    return climb.seen().stream().map(Climb.Seen::rate).toList();
  }

  private static Climb climb(Climb from, DoublePredicate holds) {
    Climb climb = from;
    List<Double> rates = new ArrayList<>(climb.next());
    for (int batches = 0; !rates.isEmpty(); rates = climb.next()) {
      assertThat(++batches).as("batches").isLessThan(50);
      for (double rate : rates) {
        climb = climb.saw(rate, holds.test(rate));
      }
    }
    return climb;
  }
}
