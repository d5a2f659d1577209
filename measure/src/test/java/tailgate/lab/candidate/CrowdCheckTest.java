package tailgate.lab.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tailgate.lab.candidate.Crowd.Obstacle;
import tailgate.lab.candidate.Crowd.Whose;
import tailgate.lab.candidate.LimitedServer.Beyond;
import tailgate.lab.load.RequestSpec;

class CrowdCheckTest {

  private static final RequestSpec ROOT = RequestSpec.get("/", List.of());
  private static final Duration PLENTY = Duration.ofMinutes(2);
  private static final Duration LITTLE = Duration.ofMillis(300);

  @Test
  void aServerWithoutALimitAnswersAll() throws Exception {
    Crowd crowd = crowd(1_000, Beyond.CLOSES_IT, PLENTY, 200);

    assertThat(crowd).isEqualTo(new Crowd(200, 200, null));
    assertThat(crowd).hasToString("200 of 200 kept connections answered");
  }

  @Test
  void aConnectionThatIsLeftWithoutAnAnswerIsALimit() throws Exception {
    Crowd crowd = crowd(50, Beyond.LEAVES_IT_WITHOUT_AN_ANSWER, LITTLE, 200);

    assertThat(crowd.answered()).isEqualTo(50);
    assertThat(crowd.obstacle())
        .isEqualTo(new Obstacle(Whose.SERVER, "there was no answer within 0.3 s"));
  }

  @Test
  void aConnectionThatIsClosedIsALimit() throws Exception {
    Crowd crowd = crowd(50, Beyond.CLOSES_IT, PLENTY, 200);

    assertThat(crowd.answered()).isEqualTo(50);
    assertThat(crowd.obstacle()).extracting(Obstacle::whose).isEqualTo(Whose.SERVER);
  }

  /** As nginx does: all are answered at first, but only the last ones are kept. */
  @Test
  void aServerThatClosesTheOldestForANewOneHasALimit() throws Exception {
    Crowd crowd = crowd(50, Beyond.CLOSES_THE_OLDEST, PLENTY, 200);

    assertThat(crowd.answered()).isBetween(1, 50);
    assertThat(crowd.obstacle()).extracting(Obstacle::whose).isEqualTo(Whose.SERVER);
  }

  @Test
  void timeThatIsOverIsNobodysLimit() throws Exception {
    try (LimitedServer server = new LimitedServer(1_000, 1_000, Beyond.CLOSES_IT)) {
      Crowd crowd =
          new CrowdCheck(server.port(), ROOT, Duration.ZERO, Duration.ZERO, PLENTY).of(20);

      assertThat(crowd.answered()).isZero();
      assertThat(crowd.obstacle()).extracting(Obstacle::whose).isEqualTo(Whose.TIME);
    }
  }

  @Test
  void descriptorsAndPortsThatRunOutAreTheLimitOfTheClients() {
    assertThat(OwnLimitException.isOurs(new SocketException("Too many open files"))).isTrue();
    assertThat(
            OwnLimitException.isOurs(
                new SocketException("Cannot assign requested address (connect failed)")))
        .isTrue();
    assertThat(OwnLimitException.isOurs(new IOException("Connection refused"))).isFalse();
  }

  private static Crowd crowd(int most, Beyond beyond, Duration patience, int wanted)
      throws Exception {
    try (LimitedServer server = new LimitedServer(most, 1_000, beyond)) {
      return new CrowdCheck(server.port(), ROOT, Duration.ZERO, PLENTY, patience).of(wanted);
    }
  }
}
