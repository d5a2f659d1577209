package tailgate.lab.burst;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Recording;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Timeline;
import tailgate.lab.process.Children;
import tailgate.lab.results.Archive.Failure;
import tailgate.lab.run.LoadGenerator;
import tailgate.lab.run.LoadSource;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** The procedure, at fake stages and with an engine that makes up its results. */
@Tag("slow")
class BurstExperimentTest {

  private static final List<BurstCandidate> THREE =
      BurstCandidate.all(64).stream()
          .filter(c -> !List.of(Role.FIXED_27, Role.FIXED_64).contains(c.role()))
          .toList();

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter progress = new StringWriter();
  private final List<Failure> failures = new ArrayList<>();

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void eachRunLeavesItsRawResultsAndFigures() throws Exception {
    FakeProject project = stages(FakeStage.Behaviour.SERVES);

    List<BurstResult> results = make(project, BurstExperimentTest::makeUp);

    assertThat(results)
        .extracting(BurstResult::stage)
        .containsExactlyInAnyOrder("threadpool", "adaptive-pool", "virtual-threads");
    assertThat(results).allMatch(result -> result.spikes().count() == 10);
    assertThat(results).allMatch(result -> result.spikes().p99() == 40_031); // 3 digits
    assertThat(results).allMatch(result -> result.calm().p99() == 100);
    assertThat(root.resolve("raw/none/keep-alive/1-fixed"))
        .isDirectoryContaining("glob:**/server.log")
        .isDirectoryContaining("glob:**/server.json")
        .isDirectoryContaining("glob:**/latency.hlog");
    assertThat(progress.toString()).contains("[1/3, ", "none/keep-alive/1-fixed: spike p50");
  }

  @Test
  void allRunsHaveOneGeneratorOfLowRates() throws Exception {
    List<Integer> users = new ArrayList<>();
    LoadSource keeping =
        new LoadSource() {
          @Override
          public void drive(LoadSpec load, Ready server, RunContext context) throws IOException {
            makeUp(load, server, context);
          }

          @Override
          public LoadGenerator<LoadSpec> keep(int mostUsers, RunContext context) {
            users.add(mostUsers);
            return this;
          }
        };
    LoadSource fast =
        new LoadSource() {
          @Override
          public void drive(LoadSpec load, Ready server, RunContext context) {
            throw new IllegalStateException("for higher rates");
          }

          @Override
          public LoadSource atLowRate() {
            return keeping;
          }
        };

    List<BurstResult> results = make(stages(FakeStage.Behaviour.SERVES), fast);

    assertThat(results).hasSize(3);
    assertThat(users).containsExactly(2_048);
  }

  @Test
  void aRunWhoseGeneratorWasLateIsMadeAgainIfThereCanBeAVerdict() throws Exception {
    BurstResult late = BurstSamples.result(1, Role.FIXED, 60_000, 0, BurstSamples.BEHIND);
    BurstResult well = BurstSamples.result(1, Role.FIXED, 60_000);

    assertThat(in(10).spoiled(late)).isPresent();
    assertThat(in(10).spoiled(well)).isEmpty();
    assertThat(in(1).spoiled(late)).isEmpty();
  }

  private BurstExperiment in(int blocks) throws IOException {
    return new BurstExperiment(
        testbed(stages(FakeStage.Behaviour.SERVES), BurstExperimentTest::makeUp),
        List.of(),
        BurstPlan.FULL.in(new Blocks(blocks, 1)),
        Arrivals.poisson(1));
  }

  @Test
  void aStageThatFailsDoesNotKeepTheOthersFromBeingMeasured() throws Exception {
    FakeProject project =
        stages(FakeStage.Behaviour.SERVES).with("adaptive-pool", FakeStage.Behaviour.DIES);

    List<BurstResult> results = make(project, BurstExperimentTest::makeUp);

    assertThat(results).hasSize(2);
    assertThat(failures).extracting(Failure::failed).containsExactly("none/keep-alive/1-adaptive");
    assertThat(progress.toString()).contains("1-adaptive: FAILED: ended before it answered");
  }

  @Test
  void whatWasMeasuredBeforeTheEndIsKept() throws Exception {
    FakeProject project = stages(FakeStage.Behaviour.SERVES);

    List<BurstResult> results =
        make(
            project,
            (load, server, context) -> {
              makeUp(load, server, context);
              if (context.folder().endsWith("1-reference")) {
                context.children().close(); // as Ctrl-C does
                throw new LabException("killed");
              }
            });

    assertThat(results)
        .extracting(BurstResult::stage)
        .doesNotContain("virtual-threads")
        .hasSizeLessThan(3);
    assertThat(progress.toString()).endsWith("stopped\n");
  }

  private FakeProject stages(FakeStage.Behaviour behaviour) throws IOException {
    return FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
        .with("threadpool", behaviour)
        .with("adaptive-pool", behaviour)
        .with("virtual-threads", behaviour);
  }

  private List<BurstResult> make(FakeProject project, LoadSource source)
      throws IOException, LabException, InterruptedException {
    BurstExperiment burst =
        new BurstExperiment(
            testbed(project, source),
            BurstRun.all(BurstWorkload.ALL.subList(0, 1), List.of(true), new Blocks(1, 1), THREE),
            BurstPlan.FULL,
            Arrivals.poisson(1));
    Recording<BurstResult> recording =
        Recording.of(burst, root.resolve("raw"), children, new PrintWriter(progress, true));
    failures.addAll(recording.failures());
    return recording.results();
  }

  private static Testbed testbed(FakeProject project, LoadSource source) {
    return new Testbed(new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY), source);
  }

  private static void makeUp(LoadSpec load, Ready server, RunContext context) throws IOException {
    Path folder = context.folder();
    Map<Segment, Histogram> histograms = new LinkedHashMap<>();
    for (Segment segment : load.segments()) {
      if (segment.kind().counts()) {
        histograms.put(segment, latencies(segment));
      }
    }
    LatencyLog.write(folder.resolve(Generator.LATENCIES), 1, histograms);
    List<LoadResult.SegmentResult> segments =
        load.segments().stream()
            .map(s -> new LoadResult.SegmentResult(s, Figures.of(latencies(s), 0), 0, 0))
            .toList();
    Timeline timeline = new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of());
    Health health = new Health(90, 90, 0, 0, 10, 20);
    JsonFiles.write(
        folder.resolve(Generator.RESULT), new LoadResult(1, health, segments, timeline));
  }

  /** Ten requests: 40 ms in a spike, 0.1 ms else. */
  private static Histogram latencies(Segment segment) {
    Histogram histogram = new Histogram(3);
    histogram.recordValueWithCount(segment.kind() == Segment.Kind.SPIKE ? 40_000 : 100, 10);
    return histogram;
  }
}
