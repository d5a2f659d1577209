package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StepTest {

  private static final Objective OBJECTIVE = Objective.parse("p99=50ms");

  private final Samples good = Samples.step(1_000);

  @Test
  void allInTimeHolds() {
    assertThat(good.build().failure(OBJECTIVE)).isEmpty();
  }

  @Test
  void aSlowTailFails() {
    assertThat(good.tail(50_001).build().failure(OBJECTIVE)).contains("P99 was 50.0 ms");
  }

  @Test
  void oneOfFewRequestsMayBeSlowAndTwoMayNot() {
    assertThat(Samples.step(50).tail(60_000).build().holds(OBJECTIVE)).isTrue(); // 49 of 50
    assertThat(Samples.step(60).tail(60_000).build().holds(OBJECTIVE)).isFalse(); // 58 of 60
  }

  @Test
  void oneFailureInAThousandIsAllowedAndTwoAreNot() {
    assertThat(good.failed(1).build().holds(OBJECTIVE)).isTrue();
    assertThat(good.failed(2).build().failure(OBJECTIVE)).contains("0.2 % failed");
  }

  @Test
  void answersThatAreMissingAtTheEndArePilingUp() {
    // 50 may be on their way within the objective, and 30 are 3 %.
    assertThat(good.inTime(921).build().holds(OBJECTIVE)).isTrue();
    assertThat(good.inTime(919).build().failure(OBJECTIVE)).contains("requests piled up");
  }

  @Test
  void aLatencyThatGrowsIsPilingUpAlthoughItIsStillWithinTheObjective() {
    assertThat(good.drift(19_000).build().holds(OBJECTIVE)).isTrue();
    assertThat(good.drift(21_000).build().failure(OBJECTIVE)).contains("requests piled up");
  }

  @Test
  void moreProcessorTimeThanTheCoresHaveIsPilingUpAlthoughTheStepIsTooShortToShowIt() {
    assertThat(good.build(1.04).holds(OBJECTIVE)).isTrue();
    assertThat(good.build(1.06).failure(OBJECTIVE)).contains("requests piled up");
    assertThat(good.build(null).holds(OBJECTIVE)).as("in an old archive").isTrue();
  }

  @Test
  void aGeneratorWithoutEnoughConnectionsIsInDoubt() {
    // 40,000/s within 50 ms have 2,000 requests in flight, and need half as many connections more.
    assertThat(Samples.step(40_000).blocked(500).build().isDoubtful(OBJECTIVE)).isTrue();
    assertThat(Samples.step(40_000).blocked(0).build().isDoubtful(OBJECTIVE)).isFalse();
    assertThat(Samples.step(20_000).blocked(500).build().isDoubtful(OBJECTIVE))
        .as("then it is the server that is slow")
        .isFalse();
  }

  @Test
  void aGeneratorThatIsLateIsInDoubt() {
    assertThat(good.lag(2_500).build().isDoubtful(OBJECTIVE)).isFalse();
    assertThat(good.lag(2_501).build().isDoubtful(OBJECTIVE)).isTrue();
    assertThat(good.tail(54_000).lag(4_000).build().isDoubtful(OBJECTIVE)).isTrue();
    assertThat(good.tail(170_000).lag(4_000).build().isDoubtful(OBJECTIVE))
        .as("its lag does not explain what the requests took")
        .isFalse();
  }
}
