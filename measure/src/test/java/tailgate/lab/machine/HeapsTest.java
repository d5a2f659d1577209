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
  void aServerWithAHeapOfItsOwnKeepsIt() {
    assertThat(new Heaps(OptionalLong.of(800)).ofServer(List.of("-Xmx256m"))).isEmpty();
  }
}
