package tailgate.lab.candidate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tailgate.lab.candidate.LimitedServer.Beyond;
import tailgate.lab.load.RequestSpec;

class ExaminationTest {

  private static final int MANY = 10_000;

  @Test
  void saysWhatAnAnswerIsLike() throws Exception {
    Examination seen = examined(MANY, Set.of(true, false));

    assertThat(seen.answer()).isEqualTo(new Answer(200, 38, 5, true));
    assertThat(seen.series()).extracting(Series::closedAfter).isNull();
    assertThat(seen.crowd()).isEqualTo(new Crowd(20, 20, null));
  }

  @Test
  void aConnectionThatIsClosedAfterSomeRequestsIsSeen() throws Exception {
    Examination seen = examined(7, Set.of(true));

    assertThat(seen.series()).extracting(Series::closedAfter).isEqualTo(7);
    assertThat(seen.answer().keeps()).isTrue();
  }

  @Test
  void aServerThatKeepsNoConnectionIsNotAskedForMany() throws Exception {
    Examination seen = examined(1, Set.of(true));

    assertThat(seen.answer().keeps()).isFalse();
    assertThat(seen.crowd()).isNull();
  }

  @Test
  void aServerThatDoesNotCloseWhenItIsAskedToIsSeen() throws Exception {
    assertThat(examined(MANY, Set.of(false)).closes()).isFalse();
    assertThat(examined(1, Set.of(false)).closes()).isTrue();
  }

  private static Examination examined(int requests, Set<Boolean> kept) throws Exception {
    try (LimitedServer server = new LimitedServer(MANY, requests, Beyond.CLOSES_IT)) {
      return Examination.of(server.port(), RequestSpec.get("/", List.of()), kept, 20);
    }
  }
}
