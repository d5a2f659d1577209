package tailgate.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlocksTest {

  private static final List<String> ARMS = List.of("a", "b", "c", "d", "e", "f");

  @Test
  void aBlockHasAllArmsInAnOrderOfItsOwn() {
    Blocks blocks = new Blocks(10, 7);

    List<List<String>> orders =
        IntStream.rangeClosed(1, 10).mapToObj(block -> blocks.shuffled(block, ARMS)).toList();

    assertThat(orders)
        .allSatisfy(order -> assertThat(order).containsExactlyInAnyOrderElementsOf(ARMS));
    assertThat(Set.copyOf(orders)).as("two may be the same by chance").hasSizeGreaterThan(7);
  }

  @Test
  void noArmIsUsuallyTheLastOfItsBlock() {
    long last =
        IntStream.rangeClosed(1, 600)
            .filter(
                block -> new Blocks(600, 1).shuffled(block, ARMS).get(ARMS.size() - 1).equals("a"))
            .count();

    assertThat(last).isBetween(70L, 130L);
  }

  @Test
  void theSeedMakesTheOrder() {
    assertThat(new Blocks(10, 7).shuffled(3, ARMS)).isEqualTo(new Blocks(10, 7).shuffled(3, ARMS));
    assertThat(new Blocks(10, 7).shuffled(3, ARMS))
        .isNotEqualTo(new Blocks(10, 8).shuffled(3, ARMS));
  }

  @Test
  void noArmIsUsuallyTheFirst() {
    long first =
        IntStream.range(0, 600)
            .filter(seed -> new Blocks(1, seed).shuffled(1, ARMS).get(0).equals("a"))
            .count();

    assertThat(first).isBetween(70L, 130L);
  }
}
