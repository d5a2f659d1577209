package tailgate.lab.plan;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tailgate.lab.downstream.DownstreamArm;
import tailgate.lab.evolution.EvolutionRun;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.project.Project;

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

  /** The A/A arm is left out: it is that of another arm of the claims. */
  @Test
  void theEvolutionIsTheSame() throws Exception {
    List<EvolutionRun> runs =
        EvolutionRun.all(Project.STAGES, List.of("caffeine", "none"), List.of(true, false), BLOCKS);

    assertThat(blocksOf("evolution", false))
        .isEqualTo(counted(runs.stream().filter(run -> !run.twin()).toList(), EvolutionRun::name));
  }

  private static Variation.HandlerChoice handler(PlannedArm arm) {
    return Objects.requireNonNull(arm.variation().handler());
  }

  @Test
  void backEndsAreTheSame() throws Exception {
    assertThat(
            ExperimentFilesTest.arms(file("downstream"), false).stream()
                .filter(arm -> !arm.isTwin())
                .map(
                    arm ->
                        String.join(
                            "|",
                            arm.name(),
                            arm.variation().stage(),
                            handler(arm).downstream(),
                            Objects.requireNonNull(handler(arm).properties()).get("bound"),
                            arm.value("kind"),
                            arm.variation().allArguments().toString())))
        .containsExactlyElementsOf(
            DownstreamArm.all(16, 400).stream()
                .map(
                    arm ->
                        String.join(
                            "|",
                            arm.name(),
                            arm.stage(),
                            arm.handler(),
                            arm.bound(),
                            arm.kind().name().toLowerCase(Locale.ROOT),
                            String.join(" ", arm.stageArguments())))
                .toList());
  }
}
