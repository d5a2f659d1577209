package tailgate.lab.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.RequestSpec.Header;
import tailgate.lab.load.Segment.Kind;

class RequestMixTest {

  private static final int MANY = 20_000;

  private final RequestSpec often = request("/often", 9);
  private final RequestSpec seldom = request("/seldom", 1);
  private final RequestMix mix = new RequestMix(List.of(seldom, often), 7);

  @Test
  void drawsEachRequestByItsWeight() {
    long drawn =
        LongStream.range(0, MANY).filter(i -> mix.at(i * 2_000_000).equals(seldom)).count();

    assertThat(drawn).isCloseTo(MANY / 10, withinPercentage(10));
  }

  /** If they took turns, two that are drawn seldom would never follow one another. */
  @Test
  void drawsIndependently() {
    long together =
        LongStream.range(0, MANY)
            .filter(i -> mix.at(i * 1_000).equals(seldom) && mix.at((i + 1) * 1_000).equals(seldom))
            .count();

    assertThat(together).isCloseTo(MANY / 100, withinPercentage(30));
  }

  @Test
  void theSameSeedDrawsTheSameRequestForTheSameTime() {
    RequestMix same = new RequestMix(List.of(seldom, often), 7);

    assertThat(LongStream.range(0, 100)).allMatch(due -> mix.at(due).equals(same.at(due)));
  }

  /** A generator in a JVM of its own reads its load from a file. */
  @Test
  void isTheSameInAFile() throws Exception {
    RequestSpec post =
        new RequestSpec(
            "POST",
            "/orders?a=1",
            List.of(new Header("X-A", "1"), new Header("X-A", "2")),
            ByteBuffer.wrap(new byte[] {0, -1, 'a'}),
            2.5);
    LoadSpec load =
        new LoadSpec("/", true, 1, Model.CLOSED, List.of(new Segment(Kind.STEADY, 1, 0, 1)), 1, 1)
            .sending(new RequestMix(List.of(post, often), 7));

    byte[] json = JsonFiles.compact(load).getBytes(StandardCharsets.UTF_8);
    LoadSpec read = JsonFiles.read(JsonFiles.parse(json), LoadSpec.class);

    assertThat(read).isEqualTo(load);
    assertThat(read.sent().requests().getFirst().body().remaining()).isEqualTo(3);
  }

  @Test
  void asksForAnotherPathWhereItAskedForTheFirst() {
    assertThat(mix.asking("/often", "/wait").requests())
        .containsExactly(seldom, request("/wait", 9));
  }

  private static RequestSpec request(String target, double weight) {
    return new RequestSpec("GET", target, List.of(), ByteBuffer.allocate(0), weight);
  }
}
