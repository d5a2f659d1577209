package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SizingTest {

  private static final double NO_LIMIT = 1e6;

  private static final int USUAL = 100;

  @Test
  void aPoolThatIsFullGetsWhatLittlesLawAsksFor() {
    // 20 ms of holding for 0.1 ms of processor time are 200 workers, and a quarter more.
    assertThat(Sizing.better(USUAL, capacity(4_800), 1, 20_000, 100, NO_LIMIT)).contains(256);
  }

  @Test
  void aPoolThatIsNotFullIsNotTheLimit() {
    // As with four connections of a database behind it.
    assertThat(Sizing.better(USUAL, capacity(800), 1, 20_000, 100, NO_LIMIT)).isEmpty();
  }

  @Test
  void aPoolThatIsLargeEnoughStaysAsItIs() {
    assertThat(Sizing.better(USUAL, capacity(6_000), 1, 400, 100, NO_LIMIT)).isEmpty();
  }

  @Test
  void noSizeIsTriedThatTheGeneratorCannotFill() {
    assertThat(Sizing.better(USUAL, capacity(900), 4, 100_000, 50, 2_000)).contains(256);
  }

  @Test
  void workersForARateAreItsProductWithTheTime() {
    assertThat(Sizing.forRate(1_000, 20_000)).isEqualTo(32); // 20 and a quarter, in steps of 8
    assertThat(Sizing.forRate(1, 100)).isEqualTo(8);
  }

  private static Capacity capacity(double held) {
    return new Capacity(List.of(held), List.of(held), false);
  }
}
