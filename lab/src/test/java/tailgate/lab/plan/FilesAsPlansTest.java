package tailgate.lab.plan;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.sweep.SweepExperiment;
import tailgate.lab.sweep.SweepPlan;
import tailgate.lab.sweep.SweepRun;

/**
 * The files have the same arms as the classes that they are to replace. Each test is removed
 * together with its class.
 */
class FilesAsPlansTest {

  private static final Blocks BLOCKS = new Blocks(10, 1);

  private static Path file(String name) {
    return ExperimentFilesTest.FOLDER.resolve(name + ".yaml");
  }

  /** Returns the number of blocks in which each arm takes part. */
  private static Map<String, Long> blocksOf(String name, boolean twins) throws Exception {
    Map<String, Long> blocks = new TreeMap<>();
    ExperimentFilesTest.arms(file(name), false).stream()
        .filter(arm -> twins || !arm.isTwin())
        .forEach(arm -> blocks.put(arm.name(), (long) arm.blocks()));
    return blocks;
  }

  private static <R> Map<String, Long> counted(List<R> runs, Function<R, String> name) {
    return runs.stream().collect(groupingBy(name, TreeMap::new, counting()));
  }

  static Stream<SweepPlan> sweeps() {
    return Stream.of(SweepPlan.SLOW_HANDLER, SweepPlan.SCALE, SweepPlan.FAN_OUT);
  }

  @ParameterizedTest
  @MethodSource("sweeps")
  @SuppressWarnings("NullAway") // nothing is started
  void sweepsAreTheSame(SweepPlan plan) throws Exception {
    List<SweepRun> runs = new SweepExperiment(null, plan.in(BLOCKS)).runs();

    assertThat(blocksOf(plan.name(), true)).isEqualTo(counted(runs, SweepRun::name));
  }
}
