package tailgate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

final class PoolResizesTest {

  private final PoolResizes resizes = new PoolResizes();

  @Test
  void countsBothDirections() {
    resizes.add(resize(8, 16));
    resizes.add(resize(16, 14));
    resizes.add(resize(14, 28));
    assertThat(resizes.grown()).isEqualTo(2);
    assertThat(resizes.shrunk()).isEqualTo(1);
  }

  @Test
  void remembersTheLatestInOrder() {
    for (int i = 0; i < 100; i++) {
      resizes.add(resize(i, i + 1));
    }
    assertThat(resizes.recent())
        .hasSize(PoolResizes.REMEMBERED)
        .startsWith(resize(36, 37))
        .endsWith(resize(99, 100));
    assertThat(resizes.grown()).isEqualTo(100);
  }

  private static PoolResize resize(int from, int to) {
    return new PoolResize(Instant.EPOCH, from, to, "because");
  }
}
