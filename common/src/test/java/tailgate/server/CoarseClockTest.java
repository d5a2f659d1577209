package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;

final class CoarseClockTest {

  private final FakeClock exact = new FakeClock();
  private final CoarseClock clock = new CoarseClock(exact);

  @Test
  void beginsWithTheTime() {
    assertThat(clock.getAsLong()).isEqualTo(exact.getAsLong());
  }

  @Test
  void movesWhenItIsAdvancedAndNotBefore() {
    long begin = clock.getAsLong();
    exact.pass(Duration.ofSeconds(1));
    assertThat(clock.getAsLong()).isEqualTo(begin);
    clock.advance();
    assertThat(clock.getAsLong()).isEqualTo(exact.getAsLong());
  }
}
