package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tailgate.server.FakeClock;

final class DeadlineClockTest {

  private final FakeClock exact = new FakeClock();
  private final DeadlineClock clock = new DeadlineClock(exact, Timeouts.DEFAULT);

  @Test
  void beginsWithTheTime() {
    assertThat(clock.now).isEqualTo(exact.getAsLong());
  }

  @Test
  void movesWhenItIsAdvancedAndNotBefore() {
    long begin = clock.now;
    exact.pass(DeadlineClock.PERIOD);
    assertThat(clock.now).isEqualTo(begin);
    clock.advance();
    assertThat(clock.now).isEqualTo(exact.getAsLong());
  }

  @Test
  void standsStillWhileTheProcessDoes() {
    long begin = clock.now;
    exact.pass(Duration.ofMinutes(1));
    clock.advance();
    assertThat(clock.now - begin).isEqualTo(DeadlineClock.LONGEST_STEP.toNanos());
    exact.pass(DeadlineClock.PERIOD);
    clock.advance();
    assertThat(clock.now - begin)
        .isEqualTo(DeadlineClock.LONGEST_STEP.plus(DeadlineClock.PERIOD).toNanos());
  }
}
