package tailgate.lab.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.lab.candidate.Crowd.Obstacle;
import tailgate.lab.candidate.Crowd.Whose;

class ParityTest {

  private static final Candidate NGINX = Candidate.parse("nginx=nginx {port}");
  private static final Examination OURS = seen(1_131, true, 0.2, null, null);

  @Test
  void whatAnswersAlikeDiffersInNothing() {
    Parity parity = parity(NGINX, seen(1_131, true, 0.1, null, null));

    assertThat(parity.differences()).isEmpty();
    assertThat(parity.remarks()).isEmpty();
    assertThat(parity)
        .hasToString(
            "nginx, asked for the same: 200, 1,131 bytes, head of 200 bytes, 0.1 ms (threadpool:"
                + " 200, 1,131 bytes, head of 200 bytes, 0.2 ms); 2,000 of 2,000 kept connections"
                + " answered");
  }

  @Test
  void anotherLengthIsADifferenceUnlessAnotherPathWasAskedFor() {
    Examination other = seen(612, true, 0.1, null, null);

    assertThat(parity(NGINX, other).differences())
        .containsExactly(
            "it answers with 612 bytes and threadpool with 1,131; if it shall be asked for"
                + " something else, say --candidate-path nginx=/PATH");
    assertThat(parity(NGINX.asking("/x"), other).differences()).isEmpty();
    assertThat(parity(NGINX.asking("/x"), other).remarks())
        .containsExactly("it has a path of its own, so the sizes may differ");
  }

  @Test
  void aConnectionThatIsNotKeptIsADifference() {
    assertThat(parity(NGINX, seen(1_131, false, 0.1, 1, null)).differences())
        .containsExactly("it closes a connection after each answer, and threadpool keeps it");
  }

  @Test
  void aLimitOfTheServerIsToldFromThatOfTheClients() {
    Obstacle closed = new Obstacle(Whose.SERVER, "it closed a connection");
    Obstacle files = new Obstacle(Whose.CLIENT, "Too many open files");
    Parity limited = parity(NGINX, seen(1_131, true, 0.1, null, new Crowd(2_000, 506, closed)));
    Parity ours = parity(NGINX, seen(1_131, true, 0.1, null, new Crowd(2_000, 824, files)));

    assertThat(limited.differences())
        .containsExactly(
            "it has a limit of connections: 506 of 2,000 kept connections answered, and the load"
                + " may keep all of them; then it closed a connection (threadpool had all of them"
                + " answered, so it is not the limit of the clients)");
    assertThat(limited.ownLimit()).isEmpty();
    assertThat(ours.differences()).isEmpty();
    assertThat(ours.ownLimit().orElseThrow())
        .startsWith("this machine cannot open as many connections as the load may use (824 of");
  }

  @Test
  void aLimitOfRequestsOnAConnectionIsRemarked() {
    assertThat(parity(NGINX, seen(1_131, true, 0.1, 1_000, null)).remarks())
        .containsExactly("it closes a connection after 1,000 requests, and a new one takes time");
  }

  @Test
  void whatAnswersMuchSoonerMayDoLess() {
    Examination waits = seen(1_131, true, 20.4, null, null);
    Parity quicker = new Parity(NGINX, "threadpool", OURS, waits);
    Parity slower = new Parity(NGINX, "threadpool", waits, OURS);

    assertThat(quicker.remarks()).containsExactly("it answers so much sooner that it may do less");
    assertThat(slower.remarks()).isEmpty();
  }

  private static Parity parity(Candidate candidate, Examination its) {
    return new Parity(candidate, "threadpool", its, OURS);
  }

  private static Examination seen(
      long bytes,
      boolean keeps,
      double millis,
      @Nullable Integer closedAfter,
      @Nullable Crowd crowd) {
    Answer answer = new Answer(200, 200, bytes, keeps);
    Duration alone = Duration.ofNanos(Math.round(millis * 1e6));
    return new Examination(
        answer,
        true,
        new Series(answer, alone, closedAfter),
        !keeps || crowd != null ? crowd : new Crowd(2_000, 2_000, null));
  }
}
