package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ThreadWatchdogTest {

  private long now = Long.MAX_VALUE - 5; // the clock may run over

  private final ThreadWatchdog deadlines = new ThreadWatchdog(Duration.ofNanos(10), () -> now);

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void interruptsWhoIsLateAndOnlyOnce() {
    deadlines.begin();
    now += 9;
    deadlines.sweep();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    now += 1;
    deadlines.sweep();
    assertThat(Thread.interrupted()).isTrue();
    deadlines.sweep();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void leavesAloneWhoIsThrough() {
    deadlines.begin();
    deadlines.end();
    now += 10;
    deadlines.sweep();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(deadlines.watched()).isZero();
  }

  @Test
  void theInterruptEndsWithWhatItWasFor() {
    deadlines.begin();
    now += 10;
    deadlines.sweep();
    deadlines.end();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void theInterruptOfAnotherIsKept() {
    deadlines.begin();
    Thread.currentThread().interrupt();
    deadlines.end();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void beginsAnew() {
    deadlines.begin();
    now += 9;
    deadlines.begin();
    now += 9;
    deadlines.sweep();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    deadlines.end();
  }
}
