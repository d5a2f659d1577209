package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.connection.ConnectionDeadline.Wait;
import tailgate.server.observe.ServerCounters;

final class ConnectionDeadlineTest {

  /** The precision that the nanoseconds lose to the wait. */
  private static final long GRAIN = 8;

  private final ConnectionDeadline deadline;

  ConnectionDeadlineTest() throws IOException {
    deadline =
        new ConnectionDeadline(
            new StubChannel(false),
            new DeadlineClock(new FakeClock(), Timeouts.DEFAULT),
            new ServerCounters());
  }

  @Test
  void waitsForNothingAtFirst() {
    assertThat(deadline.waitingFor()).isEqualTo(Wait.NOTHING);
    assertThat(deadline.takeExpired(Long.MAX_VALUE)).isEqualTo(Wait.NOTHING);
  }

  @ParameterizedTest
  @EnumSource(Wait.class)
  void saysWhatItWaitsFor(Wait wait) {
    deadline.set(wait, 1_000);
    assertThat(deadline.waitingFor()).isEqualTo(wait);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000, Long.MAX_VALUE - 500, Long.MIN_VALUE, -1_000})
  void expiresAtItsTimeAlsoWhereNanosecondsOverflow(long now) {
    deadline.set(Wait.HEAD, now + 1_000);
    assertThat(deadline.takeExpired(now + 1_000 - GRAIN)).isEqualTo(Wait.NOTHING);
    assertThat(deadline.takeExpired(now + 1_000)).isEqualTo(Wait.HEAD);
  }

  @Test
  void expiresOnce() {
    deadline.set(Wait.WRITE, 1_000);
    assertThat(deadline.takeExpired(2_000)).isEqualTo(Wait.WRITE);
    assertThat(deadline.takeExpired(2_000)).isEqualTo(Wait.NOTHING);
    assertThat(deadline.waitingFor()).isEqualTo(Wait.NOTHING);
  }

  @Test
  void neverExpiresOnceCleared() {
    deadline.set(Wait.BODY, 1_000);
    deadline.waitForNothing();
    assertThat(deadline.takeExpired(Long.MAX_VALUE)).isEqualTo(Wait.NOTHING);
  }
}
