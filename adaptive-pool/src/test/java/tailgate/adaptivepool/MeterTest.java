package tailgate.adaptivepool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class MeterTest {
  private final FakeClock clock = new FakeClock();
  private final Meter meter = new Meter(clock);

  @Test
  void timesEveryTaskAsLongAsTheyAreFew() {
    assertThat(drawn(100)).isEqualTo(100);
    meter.thinOut(0);
    assertThat(drawn(100)).isEqualTo(100);
    meter.thinOut(2 * Meter.ENOUGH - 1);
    assertThat(drawn(100)).isEqualTo(100);
  }

  @Test
  void timesAboutEnoughOfMany() {
    meter.thinOut(100_000);
    // The gaps are drawn evenly from 0 to 779, so the number of draws has a deviation of 9.
    assertThat(drawn(100_000)).isBetween(Meter.ENOUGH - 90, Meter.ENOUGH + 90);
  }

  @Test
  void timesTheNextTaskAfterACrowdHasGone() {
    meter.thinOut(1_000_000_000);
    drawn(10);
    meter.thinOut(3);
    assertThat(drawn(3)).isEqualTo(3);
  }

  @Test
  void toleratesAnyNumber() {
    meter.thinOut(Long.MAX_VALUE);
    assertThat(drawn(10)).isEqualTo(1);
  }

  @Test
  void tellsWaitFromService() {
    Runnable queued = meter.draw(() -> clock.advance(Duration.ofMillis(30)));
    clock.advance(Duration.ofMillis(5));
    queued.run();
    assertThat(meter.totals()).isEqualTo(new Meter.Totals(1, 5_000_000, 30_000_000));
  }

  @Test
  void timesATaskThatThrows() {
    Runnable queued =
        meter.draw(
            () -> {
              throw new IllegalStateException("a task's bug");
            });
    assertThatThrownBy(queued::run).isInstanceOf(IllegalStateException.class);
    assertThat(meter.totals().timed()).isEqualTo(1);
  }

  @Test
  void unwrapsWhatItHasWrapped() {
    Runnable task = () -> {};
    assertThat(Timed.unwrap(meter.draw(task))).isSameAs(task);
    assertThat(Timed.unwrap(task)).isSameAs(task);
  }

  private int drawn(int tasks) {
    Runnable task = () -> {};
    int drawn = 0;
    for (int i = 0; i < tasks; i++) {
      if (meter.draw(task) instanceof Timed) {
        drawn++;
      }
    }
    return drawn;
  }
}
