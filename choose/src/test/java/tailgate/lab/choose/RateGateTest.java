package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.lab.choose.Samples.step;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.choose.GateFiles.Verdict;

/** At a server that holds 1,000 requests/s and fails at 1,020. */
class RateGateTest {

  private static final Arm SERVER = Samples.arm("server", null, false, 1_000);
  private static final Step HELD = step(1_010).build();
  private static final Step FAILED = step(1_010).tail(90_000).build();

  @Test
  void aRateThatAClimbHeldIsHeld() {
    assertThat(gate(1_000, SERVER).verdict()).isEqualTo(Verdict.HELD);
    assertThat(gate(1_000, SERVER).isUndecided()).isFalse();
    assertThat(gate(1_000, SERVER).words())
        .isEqualTo("The 1,000 requests/s that it has to hold are held.");
  }

  @Test
  void aRateAboveOneThatFailedIsNotHeld() {
    assertThat(gate(1_021, SERVER).verdict()).isEqualTo(Verdict.NOT_HELD);
    assertThat(gate(1_021, SERVER).isUndecided()).isFalse();
    assertThat(gate(1_021, SERVER).words())
        .isEqualTo("It does not hold the 1,021 requests/s that it has to hold.");
  }

  @Test
  void betweenTheTwoMostStepsAtTheRateItselfDecide() {
    assertThat(gate(1_010, SERVER).isUndecided()).isTrue();

    RateGate held = gate(1_010, SERVER.and(List.of(HELD, FAILED, HELD)));
    assertThat(held.verdict()).isEqualTo(Verdict.HELD);
    assertThat(held.words()).endsWith("are held, in 2 of 3 steps at this rate.");

    RateGate failed = gate(1_010, SERVER.and(List.of(FAILED, HELD, FAILED)));
    assertThat(failed.verdict()).isEqualTo(Verdict.NOT_HELD);
  }

  @Test
  void aServerThatFailsAsOftenAsItHoldsIsAskedAtTheRateItself() {
    List<Step> failures =
        List.of(
            step(400).tail(90_000).build(),
            step(600).tail(90_000).build(),
            step(800).tail(90_000).build());
    Arm flaps = SERVER.and(failures);

    assertThat(gate(450, flaps).verdict()).isEqualTo(Verdict.DOUBTED);
    assertThat(gate(450, flaps).words()).contains("it failed as often as it held");
    assertThat(gate(450, flaps).isUndecided()).isTrue();

    Step held = step(450).build();
    assertThat(gate(450, flaps.and(List.of(held, held, held))).verdict()).isEqualTo(Verdict.HELD);
  }

  @Test
  void stepsThatTheGeneratorSpoiledDecideNothing() {
    Step late = step(1_010).tail(90_000).lag(30_000).build();

    RateGate gate = gate(1_010, SERVER.and(Collections.nCopies(RateGate.STEPS, late)));

    assertThat(gate.verdict()).isEqualTo(Verdict.DOUBTED);
    assertThat(gate.words())
        .isEqualTo(
            "Whether it holds the 1,010 requests/s that it has to hold is not known: the generator"
                + " itself was late at a rate that failed.");
  }

  @Test
  void whatTheGeneratorHasEndedIsNotKnown() {
    Arm ended = ended(step(1_000), new Capacity(List.of(1_000.0), List.of(1_000.0), true));

    assertThat(gate(1_000, ended).verdict()).isEqualTo(Verdict.HELD);
    assertThat(gate(1_100, ended).verdict()).isEqualTo(Verdict.DOUBTED);
    assertThat(gate(1_100, ended).isUndecided()).as("it can be tried").isTrue();
    assertThat(gate(20_000, ended).isUndecided()).as("it is above the limit").isFalse();
    assertThat(gate(20_000, ended).words()).endsWith("no more than 12,000/s may be sent.");
  }

  @Test
  void aServerThatHoldsNoRateHoldsNotThisOne() {
    Arm none = ended(step(500).tail(90_000), new Capacity(List.of(0.0), List.of(500.0), false));

    assertThat(gate(1_000, none).verdict()).isEqualTo(Verdict.NOT_HELD);
    assertThat(gate(1_000, none).isUndecided()).isFalse();
  }

  private static RateGate gate(double least, Arm arm) {
    return new RateGate(least, Row.of(List.of(arm)), Samples.OBJECTIVE);
  }

  private static Arm ended(Samples only, Capacity capacity) {
    return new Arm(
        "server",
        null,
        false,
        null,
        SERVER.limit(),
        List.of(only.build()),
        capacity,
        null,
        null,
        SERVER.measured(),
        null,
        null);
  }
}
