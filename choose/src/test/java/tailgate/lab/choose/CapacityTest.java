package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.stats.Interval;

/** What one climb has found, and what several have. */
class CapacityTest {

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
}
