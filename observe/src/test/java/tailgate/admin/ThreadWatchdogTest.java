package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ThreadWatchdogTest {

  private long now = Long.MAX_VALUE - 5; // the clock may run over

  private final ThreadWatchdog watchdog = new ThreadWatchdog(Duration.ofNanos(10), () -> now);

  @AfterEach
  void clear() {
    Thread.interrupted();
  }

  @Test
  void interruptsWhoIsLateAndOnlyOnce() {
    watchdog.begin();
    now += 9;
    watchdog.sweep();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    now += 1;
    watchdog.sweep();
    assertThat(Thread.interrupted()).isTrue();
    watchdog.sweep();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void leavesAloneWhoIsThrough() {
    watchdog.begin();
    watchdog.end();
    now += 10;
    watchdog.sweep();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    assertThat(watchdog.watched()).isZero();
  }

  @Test
  void theInterruptEndsWithWhatItWasFor() {
    watchdog.begin();
    now += 10;
    watchdog.sweep();
    watchdog.end();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void theInterruptOfAnotherIsKept() {
    watchdog.begin();
    Thread.currentThread().interrupt();
    watchdog.end();
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void beginsAnew() {
    watchdog.begin();
    now += 9;
    watchdog.begin();
    now += 9;
    watchdog.sweep();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
    watchdog.end();
  }
}
