package tailgate.lab.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;

class BlockChoiceTest {

  /** One request in a hundred left 2 ms late. */
  private static final Health LATE =
      new Health(100, 100, 0, 0, 2_000, 3_000, 1.0, 0.01, 100.0, null, null);

  private static final Health WELL =
      new Health(100, 100, 0, 0, 200, 3_000, 1.0, 0.01, 100.0, null, null);

  @Test
  void blocksInDoubtAreLeftOutOfTheFiguresAndThatIsSaid() {
    Measurement well = run(100, WELL);
    List<Measurement> blocks = List.of(run(900, LATE), well, well);

    assertThat(BlockChoice.counting(blocks, BlockChoice::isTrusted)).containsExactly(well, well);
    assertThat(BlockChoice.count(blocks, BlockChoice::isTrusted)).isEqualTo("2 of 3");
  }

  @Test
  void ifAllAreInDoubtTheirFiguresAreShownAsSuch() {
    List<Measurement> blocks = List.of(run(100, LATE), run(100, LATE));

    assertThat(BlockChoice.counting(blocks, BlockChoice::isTrusted)).isEqualTo(blocks);
    assertThat(BlockChoice.count(blocks, BlockChoice::isTrusted)).isEqualTo("2, all in doubt");
    assertThat(BlockChoice.count(List.of(run(100, LATE)), BlockChoice::isTrusted))
        .isEqualTo("1, in doubt");
  }

  @Test
  void blocksWithoutADoubtAreOnlyCounted() {
    assertThat(BlockChoice.count(List.of(run(100, WELL), run(100, WELL)), BlockChoice::isTrusted))
        .isEqualTo("2");
  }

  @Test
  void theRunInTheMiddleIsNotInDoubtIfAnotherIsNot() {
    List<Measurement> blocks = List.of(run(90, LATE), run(95, LATE), run(100, WELL));

    assertThat(BlockChoice.middle(blocks, Function.identity()).perSecond()).isEqualTo(100);
  }

  private static Measurement run(double perSecond, Health health) {
    Measurement usual = new Measurements().health(health).of("a run", "threadpool");
    return new Measurement(
        usual.name(),
        usual.stage(),
        perSecond,
        usual.figures(),
        usual.curve(),
        usual.startEpochMillis(),
        usual.millis(),
        usual.latency(),
        usual.health(),
        usual.server(),
        null);
  }
}
