package tailgate.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class TimeLeftTest {

  private final AtomicLong nanos = new AtomicLong(17);
  private final TimeLeft left = new TimeLeft(Duration.ofSeconds(10), 12, nanos::get);

  @Test
  void isThatOfThePlanAtFirst() {
    nanos.addAndGet(Duration.ofSeconds(3).toNanos()); // the first server starts
    assertThat(left.after(0)).isEqualTo(Duration.ofMinutes(2));
  }

  @Test
  void goesByTheRunsThatWereMade() {
    nanos.addAndGet(Duration.ofSeconds(60).toNanos());
    assertThat(left.after(3)).isEqualTo(Duration.ofMinutes(3));
    assertThat(left.after(12)).isZero();
  }
}
