package tailgate.lab.machine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeapsTest {

  @Test
  void withoutALimitAGeneratorHasWhatItWantsAndAServerWhatItsJvmChooses() {
    assertThat(Heaps.UNLIMITED.ofGenerator(637)).isEqualTo(637);
    assertThat(Heaps.UNLIMITED.ofServer(List.of())).isEmpty();
  }

  @Test
  void aLargeLimitTakesNothingFromTheGenerator() {
    assertThat(new Heaps(OptionalLong.of(4_096)).ofGenerator(637)).isEqualTo(637);
  }

  @ParameterizedTest
  @ValueSource(longs = {700, 800, 1_000, 1_500})
  void bothHeapsAndAllBesideThemFitIntoTheLimit(long limit) {
    Heaps heaps = new Heaps(OptionalLong.of(limit));
    String server = heaps.ofServer(List.of("-XX:+UseG1GC")).get(0);

    long both = heaps.ofGenerator(2_048) + Long.parseLong(server.replaceAll("\\D", ""));

    assertThat(both).isLessThanOrEqualTo(limit - 460).isPositive();
  }

  @Test
  void serversThatRunAtATimeShareWhatTheLabLeaves() {
    assertThat(Heaps.UNLIMITED.ofEach(6, 512)).isEqualTo(512);
    assertThat(Heaps.UNLIMITED.haveRoomFor(6)).isTrue();
    Heaps two = new Heaps(OptionalLong.of(2_048));
    assertThat(two.haveRoomFor(6)).isTrue();
    assertThat(6 * (two.ofEach(6, 512) + 140) + 400).isBetween(2_040L, 2_048L);
    Heaps little = new Heaps(OptionalLong.of(800));
    assertThat(little.haveRoomFor(6)).isFalse();
    assertThat(little.haveRoomFor(2)).isTrue();
    assertThat(little.ofEach(6, 512)).as("the smallest").isEqualTo(48);
  }

  @Test
  void aServerWithAHeapOfItsOwnKeepsIt() {
    assertThat(new Heaps(OptionalLong.of(800)).ofServer(List.of("-Xmx256m"))).isEmpty();
  }
}
