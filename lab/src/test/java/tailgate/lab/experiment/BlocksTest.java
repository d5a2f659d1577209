package tailgate.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tailgate.lab.claim.Look;
import tailgate.lab.load.JsonFiles;

class BlocksTest {

  private static final List<String> ARMS = List.of("a", "b", "c", "d", "e", "f");

  @Test
  void aRunThatCanEndEarlyIsJudgedAtItsLastLook() {
    Blocks blocks = Blocks.sequential(0.05, 7);

    assertThat(blocks).hasToString("at most 10 blocks in random order (seed 7)");
    assertThat(blocks.fewest()).isEqualTo(6);
    assertThat(IntStream.of(1, 6, 7, 8, 10).map(made -> blocks.look(made).blocks()))
        .containsExactly(6, 6, 6, 8, 10);
    assertThat(new Blocks(12, 7).look(12)).isEqualTo(Look.ONLY);
  }

  @Test
  void anOldArchiveHasAFixedNumberOfBlocks() throws Exception {
    JsonNode old = JsonFiles.parse("{\"count\":10,\"seed\":7}".getBytes(StandardCharsets.UTF_8));

    assertThat(JsonFiles.read(old, Blocks.class)).isEqualTo(new Blocks(10, 7));
  }

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
