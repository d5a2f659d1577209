package tailgate.lab.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tailgate.lab.load.Health;
import tailgate.lab.load.Measurement;

class BlockTableTest {

  /** One request in a hundred left 2 ms late. */
  private static final Health LATE =
      new Health(100, 100, 0, 0, 2_000, 3_000, 1.0, 0.01, 100.0, null);

  private static final Health WELL = new Health(100, 100, 0, 0, 200, 3_000, 1.0, 0.01, 100.0, null);

  @Test
  void blocksInDoubtAreLeftOutOfTheFiguresAndThatIsSaid() {
    List<Measurement> blocks = List.of(run(900, LATE), run(100, WELL), run(100, WELL));

    assertThat(row(blocks)).startsWith("a run", "2 of 3", "100.0");
  }

  @Test
  void ifAllAreInDoubtTheirFiguresAreShownAsSuch() {
    assertThat(row(List.of(run(100, LATE), run(100, LATE))))
        .startsWith("a run", "2, all in doubt", "100.0");
    assertThat(row(List.of(run(100, LATE)))).startsWith("a run", "1, in doubt");
  }

  @Test
  void blocksWithoutADoubtAreOnlyCounted() {
    assertThat(row(List.of(run(100, WELL), run(100, WELL)))).startsWith("a run", "2", "100.0");
  }

  @Test
  void theRunInTheMiddleIsNotInDoubtIfAnotherIsNot() {
    List<Measurement> blocks = List.of(run(90, LATE), run(95, LATE), run(100, WELL));

    assertThat(BlockTable.middle(blocks, Function.identity()).perSecond()).isEqualTo(100);
  }

  private static List<String> row(List<Measurement> blocks) {
    return new BlockTable(List.of(blocks)).rows().get(1);
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
        usual.server());
  }
}
