package tailgate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class PoolResizesTest {

  private enum Cause {
    LOAD,
    CALM
  }

  private final PoolResizes<Cause> resizes = new PoolResizes<>(Cause.class);

  @Test
  void countsBothDirectionsByCause() {
    resizes.add(resize(8, 16));
    resizes.add(resize(16, 14));
    resizes.add(resize(14, 28));
    assertThat(resizes.grown().byName()).isEqualTo(Map.of("load", 2L, "calm", 0L));
    assertThat(resizes.shrunk().byName()).isEqualTo(Map.of("load", 0L, "calm", 1L));
  }

  @Test
  void remembersTheLatestInOrder() {
    for (int i = 0; i < 100; i++) {
      resizes.add(resize(i, i + 1));
    }
    assertThat(resizes.recent())
        .hasSize(PoolResizes.MAX_RECENT)
        .startsWith(resize(36, 37))
        .endsWith(resize(99, 100));
    assertThat(resizes.grown().total()).isEqualTo(100);
  }

  private static PoolResize<Cause> resize(int from, int to) {
    return new PoolResize<>(
        Instant.EPOCH, from, to, to > from ? Cause.LOAD : Cause.CALM, "because");
  }
}
