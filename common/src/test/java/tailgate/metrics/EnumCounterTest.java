package tailgate.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

final class EnumCounterTest {

  private enum Fruit {
    APPLE,
    PEAR
  }

  private final EnumCounter<Fruit> counter = new EnumCounter<>(Fruit.class);

  @Test
  void countsFromZero() {
    assertThat(counter.get(Fruit.APPLE)).isZero();
    assertThat(counter.total()).isZero();
  }

  @Test
  void countsEachByItself() {
    counter.increment(Fruit.APPLE);
    counter.increment(Fruit.PEAR);
    counter.increment(Fruit.PEAR);
    assertThat(counter.get(Fruit.APPLE)).isEqualTo(1);
    assertThat(counter.get(Fruit.PEAR)).isEqualTo(2);
    assertThat(counter.total()).isEqualTo(3);
  }

  @Test
  void losesNoneOfManyThreads() {
    try (var threads = Executors.newFixedThreadPool(4)) {
      for (int i = 0; i < 4_000; i++) {
        threads.execute(() -> counter.increment(Fruit.APPLE));
      }
    }
    assertThat(counter.get(Fruit.APPLE)).isEqualTo(4_000);
  }
}
