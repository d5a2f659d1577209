package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.load.Disturbance.Degree;

class IdleGateTest {

  private record Second(int busy, int idle, int stolen) {}

  private static final Second QUIET = new Second(4, 196, 0);
  private static final Second BUSY = new Second(100, 100, 0);
  private static final Second TENTH = new Second(20, 180, 0);

  @TempDir Path proc;

  private final Deque<Second> next = new ArrayDeque<>();
  private Second sum = new Second(1_000, 5_000, 7);

  @Test
  void aQuietMachineIsWatchedForThreeSeconds() throws Exception {
    comes(QUIET, QUIET, QUIET);

    IdleGate.Quiet quiet = gate(true).pass();

    assertThat(quiet.wasQuiet()).isTrue();
    assertThat(quiet.idle()).isCloseTo(0.98, within(1e-9));
    assertThat(quiet.waitedSeconds()).isEqualTo(3);
  }

  @Test
  void aBusyMachineIsWaitedFor() throws Exception {
    comes(BUSY, BUSY, QUIET, QUIET, QUIET);

    assertThat(gate(true).pass().waitedSeconds()).isEqualTo(5);
  }

  @Test
  void aMachineThatStaysBusyIsRefused() throws Exception {
    comes(BUSY, BUSY, BUSY, BUSY, BUSY, BUSY);

    assertThatThrownBy(() -> gate(true).pass())
        .isInstanceOf(LabException.class)
        .hasMessage(
            "the machine is too busy to measure: other programs had 50 % of the processor time,"
                + " still after 6 s of waiting; end them, or say --on-busy record");
  }

  @Test
  void orIsRecorded() throws Exception {
    comes(BUSY, BUSY, BUSY, BUSY, BUSY, BUSY);

    IdleGate.Quiet quiet = gate(false).pass();

    assertThat(quiet.wasQuiet()).isFalse();
    assertThat(quiet.idle()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void aTenthThatStaysIsWaitedForAndThenRecorded() throws Exception {
    comes(TENTH, TENTH, TENTH, TENTH, TENTH, TENTH);

    IdleGate.Quiet quiet = gate(true).pass();

    assertThat(quiet.wasQuiet()).isFalse();
    assertThat(quiet.waitedSeconds()).isEqualTo(6);
  }

  @Test
  void aTenthThatWasThereFromTheStartIsNotWaitedFor() throws Exception {
    comes(TENTH, TENTH, TENTH);
    Fitness ordinary =
        new Fitness(List.of(new Fitness.Finding("idle time", Degree.SOME, "", "", true)));

    IdleGate.Quiet quiet = gate(true).after(ordinary).pass();

    assertThat(quiet.waitedSeconds()).isEqualTo(3);
    assertThat(quiet.idle()).isCloseTo(0.9, within(1e-9));
  }

  @Test
  void whatNeverPassesIsNoReasonToBeginOnABusyMachine() throws Exception {
    comes(TENTH, TENTH, QUIET, QUIET);
    Fitness shared =
        new Fitness(List.of(new Fitness.Finding("processors", Degree.SOME, "", "", false)));

    assertThat(gate(true).after(shared).pass().waitedSeconds()).isEqualTo(4);
  }

  @Test
  void stolenTimeIsNotQuietEither() throws Exception {
    Second stolen = new Second(2, 193, 5);
    comes(stolen, stolen, stolen, QUIET, QUIET, QUIET);

    assertThat(gate(true).pass().waitedSeconds()).isEqualTo(6);
  }

  @Test
  void aLookIsForASecondAndWaitsForAQuietOne() throws Exception {
    comes(QUIET, BUSY, QUIET);

    assertThat(gate(true).atServer().pass().waitedSeconds()).isEqualTo(1);
    assertThat(gate(true).atServer().pass().waitedSeconds()).isEqualTo(2);
  }

  @Test
  void aProcessorThatTheRunDoesNotUseMayBeBusy() throws Exception {
    comes(BUSY, BUSY, BUSY);

    IdleGate.Quiet quiet = gate(true).at(List.of(1)).pass();

    assertThat(quiet.wasQuiet()).isTrue();
    assertThat(quiet.waitedSeconds()).isEqualTo(3);
  }

  @Test
  void aGateThatIsPassedOnceForAllIsNotWaitedAtAgain() throws Exception {
    comes(QUIET, QUIET, QUIET);

    IdleGate passed = gate(true).passedOnce();

    assertThat(passed.pass().idle()).isCloseTo(0.98, within(1e-9));
    assertThat(passed.atServer().pass().waitedSeconds()).isEqualTo(3);
    assertThat(passed.looks()).as("each load counts what others had of the machine").isTrue();
  }

  @Test
  void theMachineOfTheServersHasToBeQuietAtTheSameTime() throws Exception {
    comes(QUIET, QUIET, QUIET, QUIET, QUIET);
    Deque<ProcessorTime> there = new ArrayDeque<>();
    for (int idle : new int[] {0, 100, 200, 395, 590, 785}) {
      there.add(new ProcessorTime(0, idle, 0, 200L * there.size()));
    }

    IdleGate.Quiet quiet = gate(true).and(there::remove).pass();

    assertThat(quiet.waitedSeconds()).isEqualTo(5); // it was busy in the first two
    assertThat(quiet.idle()).as("of the busier one").isCloseTo(0.975, within(1e-9));
  }

  @Test
  void anotherMachineThatDoesNotAnswerIsAFailure() throws Exception {
    comes(QUIET);
    IdleGate.Other lost =
        () -> {
          throw new IOException("the connection has ended");
        };

    assertThatThrownBy(() -> gate(true).and(lost).pass())
        .isInstanceOf(LabException.class)
        .hasMessage("cannot read what the machine does: the connection has ended");
  }

  @Test
  void anOpenGateLooksAtNothing() throws Exception {
    assertThat(IdleGate.OPEN.pass().wasQuiet()).isTrue();
    assertThat(IdleGate.OPEN.pass().idle()).isNaN();
    assertThat(IdleGate.OPEN.atServer().pass().idle()).isNaN();
  }

  private void comes(Second... seconds) throws IOException {
    next.addAll(List.of(seconds));
    write();
  }

  private IdleGate gate(boolean refuses) {
    return new IdleGate(proc, 3, Duration.ofSeconds(6), refuses, this::aSecond).at(List.of(0));
  }

  private void aSecond() {
    Second second = next.remove();
    sum = new Second(sum.busy + second.busy, sum.idle + second.idle, sum.stolen + second.stolen);
    try {
      write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write() throws IOException {
    Files.writeString(
        proc.resolve("stat"),
        String.format(
            Locale.ROOT,
            "cpu  1 1 1 1 1 1 1 1 1 1\ncpu0 %d 0 100 %d 5 0 9 %d 0 0\ncpu1 0 0 0 %d 0 0 0 0 0 0\n",
            sum.busy,
            sum.idle,
            sum.stolen,
            sum.busy + sum.idle));
  }
}
