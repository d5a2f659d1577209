package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class TaskTimerTest {
  private final FakeClock clock = new FakeClock();
  private final TaskTimer timer = new TaskTimer(clock);

  @Test
  void timesEveryTaskAsLongAsTheyAreFew() {
    assertThat(timed(100)).isEqualTo(100);
    timer.expect(0);
    assertThat(timed(100)).isEqualTo(100);
    timer.expect(2 * TaskTimer.ENOUGH - 1);
    assertThat(timed(100)).isEqualTo(100);
  }

  @Test
  void timesAboutEnoughOfMany() {
    timer.expect(100_000);
    // The gaps are timed evenly from 0 to 779, so the number of draws has a deviation of 9.
    assertThat(timed(100_000)).isBetween(TaskTimer.ENOUGH - 90, TaskTimer.ENOUGH + 90);
  }

  @Test
  void timesTheNextTaskAfterACrowdHasGone() {
    timer.expect(1_000_000_000);
    timed(10);
    timer.expect(3);
    assertThat(timed(3)).isEqualTo(3);
  }

  @Test
  void toleratesAnyNumber() {
    timer.expect(Long.MAX_VALUE);
    assertThat(timed(10)).isEqualTo(1);
  }

  @Test
  void tellsWaitFromService() {
    Runnable queued = timer.wrap(() -> clock.advance(Duration.ofMillis(30)));
    clock.advance(Duration.ofMillis(5));
    queued.run();
    assertThat(timer.totals()).isEqualTo(new TaskTimer.Totals(1, 5_000_000, 30_000_000));
  }

  @Test
  void timesATaskThatThrows() {
    Runnable queued =
        timer.wrap(
            () -> {
              throw new IllegalStateException("a task's bug");
            });
    assertThatThrownBy(queued::run).isInstanceOf(IllegalStateException.class);
    assertThat(timer.totals().timed()).isEqualTo(1);
  }

  private int timed(int tasks) {
    Runnable task = () -> {};
    int timed = 0;
    for (int i = 0; i < tasks; i++) {
      if (timer.wrap(task) instanceof TaskTimer.TimedTask) {
        timed++;
      }
    }
    return timed;
  }
}
