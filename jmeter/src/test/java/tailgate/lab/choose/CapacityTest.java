package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.stats.Interval;

/** What an overload says of a server that the generator could not drive to its limit. */
class CapacityTest {

  private static final Capacity ENDED_BY_GENERATOR =
      new Capacity(List.of(6_000.0), List.of(6_000.0), true);

  @Test
  void whatTheServerEndedStays() {
    Capacity found = new Capacity(List.of(6_000.0), List.of(6_200.0), false);
    assertThat(found.and(after(holds(9_000), holds(12_000)), Samples.OBJECTIVE)).isEqualTo(found);
  }

  @Test
  void aRateThatHoldsIsReached() {
    assertThat(ENDED_BY_GENERATOR.and(after(holds(9_000), holds(12_000)), Samples.OBJECTIVE))
        .isEqualTo(new Capacity(List.of(12_000.0), List.of(12_000.0), true));
  }

  @Test
  void aRateThatDoesNotHoldIsTheServersLimit() {
    assertThat(ENDED_BY_GENERATOR.and(after(holds(9_000), fails(12_000)), Samples.OBJECTIVE))
        .isEqualTo(new Capacity(List.of(9_000.0), List.of(12_000.0), false));
    assertThat(ENDED_BY_GENERATOR.and(after(fails(9_000), holds(12_000)), Samples.OBJECTIVE))
        .isEqualTo(new Capacity(List.of(6_000.0), List.of(9_000.0), false));
  }

  @Test
  void aGeneratorThatWasLateSaysNothingOfTheServer() {
    Step late = Samples.step(9_000).tail(60_000).lag(20_000).build();
    assertThat(ENDED_BY_GENERATOR.and(after(late, late), Samples.OBJECTIVE))
        .isEqualTo(ENDED_BY_GENERATOR);
  }

  @Test
  void aStepInWhichTheGeneratorWasLateIsNoEnd() {
    Climb late = Climb.to(1_000, 10_000, 1.1).saw(640, true).saw(800, false, false);

    assertThat(Capacity.of(late)).hasToString("> 640");
    assertThat(Capacity.of(late.saw(1_000, false)).interval().high()).isEqualTo(1_000);
    assertThat(Capacity.of(late.saw(1_000, false)).atLeast()).isFalse();
  }

  @Test
  void theIntervalOfFewClimbsIsTheirRange() {
    Capacity three = new Capacity(List.of(90.0, 100.0, 110.0), List.of(93.0, 103.0, 113.0), false);

    assertThat(three.interval()).isEqualTo(new Interval(90, 100, 113));
  }

  @Test
  void theIntervalOfManyClimbsLeavesTheOutermostOut() {
    List<Double> held = List.of(10.0, 96.0, 97.0, 98.0, 100.0, 102.0, 103.0, 104.0, 900.0);
    Capacity nine = new Capacity(held, held, false);

    assertThat(nine.interval()).isEqualTo(new Interval(96, 100, 104));
  }

  @Test
  void theCapacityIsTheMedianOfTheCrossings() {
    Capacity one = new Capacity(List.of(100.0), List.of(110.0), false, List.of(108.0));
    Capacity both = one.and(new Capacity(List.of(90.0), List.of(100.0), false, List.of(94.0)));

    assertThat(both.interval()).isEqualTo(new Interval(90, 101, 110));
  }

  @Test
  void aFileWithoutCrossingsMeansTheRatesThatHeld() {
    Capacity old = new Capacity(List.of(100.0), List.of(110.0), false, null);

    assertThat(old).isEqualTo(new Capacity(List.of(100.0), List.of(110.0), false));
    assertThat(old.estimate()).isEqualTo(100);
  }

  private static Aftermath after(Step more, Step twice) {
    return new Aftermath(holds(3_000), more, twice, null, 2_000);
  }

  private static Step holds(double rate) {
    return Samples.step(rate).build();
  }

  private static Step fails(double rate) {
    return Samples.step(rate).tail(60_000).build();
  }
}
