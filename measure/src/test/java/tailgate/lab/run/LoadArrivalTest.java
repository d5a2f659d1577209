package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.Test;
import tailgate.lab.LabException;

class LoadArrivalTest {

  private static final int BUSY = -1;

  private Duration passed = Duration.ZERO;
  private long ticks;
  private boolean isAlive = true;

  @Test
  void waitsUntilTheServerUsesLessThanHalfAProcessor() throws Exception {
    Queue<Integer> used = new ArrayDeque<>(List.of(0, 50, 49, 25, 24));

    awaitDone(() -> reading(used.remove()));

    assertThat(used).isEmpty();
    assertThat(passed).isEqualTo(Duration.ofSeconds(2));
  }

  @Test
  void givesUpAfterAMinute() {
    assertThatThrownBy(() -> awaitDone(() -> reading(50)))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("60 s after the clients beside the load have come");
    assertThat(passed).isEqualTo(Duration.ofMinutes(1));
  }

  @Test
  void waitsForOneThatIsTooBusyToAnswer() throws Exception {
    Queue<Integer> used = new ArrayDeque<>(List.of(0, BUSY, 10, 10));

    awaitDone(
        () -> {
          int ticks = used.remove();
          if (ticks == BUSY) {
            throw new SocketTimeoutException("Read timed out");
          }
          return reading(ticks);
        });

    assertThat(used).isEmpty();
  }

  @Test
  void doesNotWaitForOneThatHasEnded() {
    isAlive = false;

    assertThatThrownBy(() -> awaitDone(() -> reading(50)))
        .isInstanceOf(LabException.class)
        .hasMessage("the server has ended when the clients beside the load came");
    assertThat(passed).isZero();
  }

  private void awaitDone(Pulse server) throws Exception {
    LoadArrival.awaitDone(server, () -> isAlive, () -> passed.toNanos(), this::pass);
  }

  private Pulse.Reading reading(int ticksUsed) {
    ticks += ticksUsed;
    return new Pulse.Reading(passed.toNanos(), 0, ticks);
  }

  private void pass(Duration time) {
    passed = passed.plus(time);
  }
}
