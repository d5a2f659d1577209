package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ArmTest {

  /** At 1,000/s the compiler of the JVM was busy too; at 400/s it was not yet done. */
  private static final Arm ARM =
      with(
          Samples.step(400).cpu(900.0).build(),
          Samples.step(600).cpu(500.0).build(),
          Samples.step(800).cpu(510.0).build(),
          Samples.step(1_000).cpu(880.0).build(),
          Samples.step(1_100).cpu(950.0).build());

  @Test
  void processorTimeIsTheMedianOfTheStepsFromHalfOfTheCapacityUpToIt() {
    assertThat(ARM.cpuMicros()).contains(510.0);
  }

  @Test
  void theLeastProcessorTimeIsOfAnyStep() {
    assertThat(ARM.leastCpuMicros()).contains(500.0);
  }

  @Test
  void theCoresAreThoseOfTheStepAtTheCapacity() {
    assertThat(ARM.cores()).contains(0.88);
  }

  @Test
  void aRateOfTheOverloadThatHoldsHasTheCoresOfThatRate() {
    Step more = Samples.step(1_500).cpu(600.0).build();
    Step twice = Samples.step(2_000).cpu(950.0).build();
    Arm raised =
        with(1_500, new Aftermath(ARM.steps().get(1), more, twice, 100L, 2_000), ARM.steps());

    assertThat(raised.cores()).contains(0.9);
  }

  @Test
  void aServerThatIsNearlyIdleIsBusyWithItself() {
    Arm idle = with(Samples.step(900).cpu(60.0).build(), Samples.step(1_000).cpu(60.0).build());

    assertThat(idle.cpuMicros()).isEmpty();
    assertThat(idle.cores()).contains(0.06);
  }

  private static Arm with(Step... steps) {
    return with(1_000, null, List.of(steps));
  }

  private static Arm with(double capacity, @Nullable Aftermath after, List<Step> steps) {
    return new Arm(
        "threadpool",
        100,
        false,
        null,
        12_000,
        steps,
        new Capacity(List.of(capacity), List.of(capacity * 1.1), false),
        after,
        null,
        Samples.measurement("threadpool 100"),
        null,
        null);
  }
}
