package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Recording;
import tailgate.lab.load.Footprint;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Placement;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.process.Children;
import tailgate.lab.run.LoadGenerator;
import tailgate.lab.run.LoadSource;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;
import tailgate.lab.testing.MadeUpLoad;

/** A run of {@code jvm} at a fake server, with a load that only looks. */
@Tag("slow")
class VariantsExperimentTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);
  private static final int IDLE = 2;

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final List<LoadSpec> loads = new ArrayList<>();

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void aServerIsReadWithoutConnectionsAndWithThemBeforeTheLoadAndAfterIt() throws Exception {
    VariantsExperiment experiment = experiment();
    VariantRun run = experiment.runs().get(0);

    List<VariantResult> results =
        Recording.of(experiment, root.resolve("raw"), children, new PrintWriter(new StringWriter()))
            .results();

    assertThat(loads).extracting(LoadSpec::path).containsExactly("/fields");
    Footprints footprints = Objects.requireNonNull(results.get(0).footprints());
    assertThat(
            List.of(
                footprints.cold(), footprints.coldHeld(), footprints.warm(), footprints.warmHeld()))
        .extracting(Footprint::connections)
        .containsExactly(0L, (long) IDLE, 0L, (long) IDLE);
    assertThat(root.resolve("raw").resolve(run.folder()).resolve("objects-warm-held.txt"))
        .content()
        .contains("java.net.Socket");
    assertThat(Files.readString(root.resolve("raw").resolve(run.folder()).resolve("server.log")))
        .contains("-XX:+UseSerialGC", "-Xmx64m")
        .doesNotContain("UseG1GC");
  }

  @Test
  void oneGeneratorAsksAllColdServersOnWhateverJava() throws Exception {
    VariantsPlan plan =
        VariantSamples.plan(
            "java-start",
            true,
            Map.of("21", "21.0.13", "25", "25.0.5"),
            Map.of("start", List.of("plain")),
            Set.of(),
            1);
    CountedGenerators generators = new CountedGenerators();

    Recording.of(
            experiment(plan, generators),
            root.resolve("raw"),
            children,
            new PrintWriter(new StringWriter()))
        .results();

    assertThat(plan.javas()).hasSize(2);
    assertThat(loads).as("one for each server").hasSize(2);
    assertThat(generators.kept).isEqualTo(1);
  }

  /** Counts how many generators were started. */
  private final class CountedGenerators implements LoadSource {

    private int kept;

    @Override
    public void drive(LoadSpec load, Ready server, RunContext context) throws IOException {
      VariantsExperimentTest.this.drive(load, server, context);
    }

    @Override
    public LoadGenerator<LoadSpec> keep(int mostUsers, RunContext context) {
      kept++;
      return this;
    }
  }

  @Test
  void aRunIsEnoughOnceALookHasDecidedItsClaims() throws Exception {
    VariantsPlan plan = VariantSamples.sequential(VariantSamples.carriers(10));
    VariantsExperiment experiment = experiment(plan);
    List<VariantResult> results = VariantSamples.results(plan, Map.of("Java 21, monitor", 2.0));
    StringWriter progress = new StringWriter();

    for (int block = 2; block <= 7; block++) {
      int made = block - 1;
      VariantRun next = experiment.runs().get(made * results.size() / 10);
      assertThat(next.block()).isEqualTo(block);
      assertThat(
              experiment.isEnough(
                  results.stream().filter(result -> result.run().block() <= made).toList(),
                  next,
                  new PrintWriter(progress, true)))
          .as("after %d blocks", made)
          .isEqualTo(made == 6);
    }
    assertThat(progress.toString())
        .startsWith("After 6 of at most 10 blocks, decided claims (p up to 0.0500): ");
    assertThat(experiment.fewest()).isEqualTo(6 * results.size() / 10);
  }

  private VariantsExperiment experiment() throws Exception {
    return experiment(plan());
  }

  private VariantsExperiment experiment(VariantsPlan plan) throws Exception {
    return experiment(plan, this::drive);
  }

  private VariantsExperiment experiment(VariantsPlan plan, LoadSource source) throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("virtual-threads", FakeStage.Behaviour.COUNTS_CONNECTIONS);
    Isolation isolation =
        new Isolation(Placement.SHARED, Isolation.Collector.COMPARED, IdleGate.OPEN);
    StageRun stages =
        new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY, isolation, List.of());
    return VariantSamples.experiment(new Testbed(stages, source, Optional.empty()), plan, root);
  }

  /** With fewer connections. */
  private static VariantsPlan plan() throws Exception {
    ExperimentFile file =
        ExperimentReader.read(
            Path.of("experiments/jvm.yaml"), true, Map.of("connections", Integer.toString(IDLE)));
    Map<String, List<String>> only =
        Map.of("collector", List.of("serial"), "heap", List.of("64m"), "java", List.of("ours"));
    Map<String, String> javas = Map.of("ours", Runtime.version().toString());
    VariantsPlan plan =
        FilePlan.of("jvm", file, null, javas, only, Set.of("--crossed"), new Blocks(1, 7)).on(1);
    return new VariantsPlan(
        plan.name(),
        plan.question(),
        plan.load(),
        plan.handler(),
        plan.javas(),
        List.of(plan.variant("Java ours, serial, 64m")),
        plan.traffic(),
        List.of(),
        false,
        plan.blocks(),
        plan.remarks(),
        null);
  }

  private void drive(LoadSpec load, Ready server, RunContext context) throws IOException {
    loads.add(load);
    MadeUpLoad.write(load, context.folder());
  }
}
