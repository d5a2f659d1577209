package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.EnumSet;
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

  /** How long each wait may take. */
  private static final Duration BRIEF = Duration.ofNanos(1_000);

  private final FakeClock clock = new FakeClock(0);
  private final ConnectionDeadline deadline = at(clock);

  private static ConnectionDeadline at(FakeClock clock) {
    try {
      return new ConnectionDeadline(
          new StubChannel(false),
          new DeadlineClock(clock, new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF)),
          new ServerCounters());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void waitFor(Wait wait, ConnectionDeadline deadline) {
    switch (wait) {
      case NOTHING -> deadline.waitForNothing();
      case REQUEST -> deadline.waitForRequest();
      case HEAD -> deadline.waitForHead();
      case BODY -> deadline.waitForBody();
      case WRITE -> deadline.waitForRoom();
    }
  }

  @Test
  void waitsForNothingAtFirst() {
    assertThat(deadline.waitingFor()).isEqualTo(Wait.NOTHING);
    assertThat(deadline.takeExpired(Long.MAX_VALUE)).isEqualTo(Wait.NOTHING);
  }

  @ParameterizedTest
  @EnumSource(Wait.class)
  void saysWhatItWaitsFor(Wait wait) {
    waitFor(wait, deadline);
    assertThat(deadline.waitingFor()).isEqualTo(wait);
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 1_000, Long.MAX_VALUE - 500, Long.MIN_VALUE, -1_000})
  void expiresAtItsTimeAlsoIfNanosecondsOverflow(long now) {
    for (Wait wait : EnumSet.complementOf(EnumSet.of(Wait.NOTHING))) {
      ConnectionDeadline then = at(new FakeClock(now));
      waitFor(wait, then);
      assertThat(then.takeExpired(now + 1_000 - GRAIN)).isEqualTo(Wait.NOTHING);
      assertThat(then.takeExpired(now + 1_000)).isEqualTo(wait);
    }
  }

  @Test
  void expiresOnce() {
    deadline.waitForRoom();
    assertThat(deadline.takeExpired(2_000)).isEqualTo(Wait.WRITE);
    assertThat(deadline.takeExpired(2_000)).isEqualTo(Wait.NOTHING);
    assertThat(deadline.waitingFor()).isEqualTo(Wait.NOTHING);
  }

  @Test
  void neverExpiresOnceCleared() {
    deadline.waitForBody();
    deadline.waitForNothing();
    assertThat(deadline.takeExpired(Long.MAX_VALUE)).isEqualTo(Wait.NOTHING);
  }

  @Test
  void onlyAHeadIsStillWaitedForOnceBytesHaveArrived() {
    deadline.waitForRequest();
    deadline.bytesArrived();
    assertThat(deadline.waitingFor()).isEqualTo(Wait.NOTHING);
    deadline.waitForHead();
    deadline.bytesArrived();
    assertThat(deadline.waitingFor()).isEqualTo(Wait.HEAD);
  }
}
