package tailgate.lab.handoff;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.experiment.Recording;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Timeline;
import tailgate.lab.process.Children;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** The procedure, at a fake stage and with an engine that makes up its results. */
@Tag("slow")
class HandoffExperimentTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir Path root;

  private final Children children = new Children(PLENTY);

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void answersPerSecondAreThoseFromTheFirstDepartureToTheLastAnswer() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("threadpool", FakeStage.Behaviour.SERVES);
    HandoffExperiment handoff = handoff(project, 1);
    StringWriter progress = new StringWriter();

    Recording<HandoffResult> recording =
        Recording.of(handoff, root.resolve("raw"), children, new PrintWriter(progress, true));

    assertThat(progress.toString())
        .contains("16-workers/1-park: ready\n")
        .contains("[1/1, ", "16-workers/1-park: 4,000 requests/s, p50 0.10 ms, p99 0.10 ms\n");
    assertThat(recording.results()).hasSize(1);
    HandoffResult result = recording.results().get(0);
    assertThat(result.measured().perSecond()).isEqualTo(4_000);
    assertThat(result.measured().startEpochMillis()).isEqualTo(5_300);
    assertThat(result.measured().millis()).isEqualTo(250);
    assertThat(Files.size(root.resolve("raw/16-workers/1-park/site/ten.txt"))).isEqualTo(10);
    assertThat(Files.readString(root.resolve("raw/16-workers/1-park/server.log")))
        .contains("1-park/site --admin-port")
        .contains("--workers 16 --queue-kind park");
  }

  @Test
  void aRunOfSeveralBlocksIsMadeAgainIfItsGeneratorWasLate() throws Exception {
    FakeProject project = FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES);
    HandoffResult late = HandoffSamples.late("park", 16, 1, 7_000);

    assertThat(handoff(project, 2).spoiled(late)).contains("the generator fell behind");
    assertThat(handoff(project, 2).spoiled(HandoffSamples.result("park", 16, 1, 7_000))).isEmpty();
    assertThat(handoff(project, 1).spoiled(late)).isEmpty();
  }

  private static HandoffExperiment handoff(FakeProject project, int blocks) {
    return new HandoffExperiment(
        new Testbed(
            new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY),
            HandoffExperimentTest::makeUp),
        new HandoffPlan(List.of("park"), List.of(16), 1_000, blocks, 0));
  }

  private static void makeUp(LoadSpec load, Ready server, RunContext context) throws IOException {
    Path folder = context.folder();
    Segment warmUp = load.segments().get(0);
    Segment steady = load.segments().get(1);
    Histogram latencies = new Histogram(3);
    latencies.recordValueWithCount(100, 1_000);
    LatencyLog.write(folder.resolve(Generator.LATENCIES), 5_000, Map.of(steady, latencies));
    Figures figures = Figures.of(latencies, 0);
    JsonFiles.write(
        folder.resolve(Generator.RESULT),
        new LoadResult(
            5_000,
            new Health(1_000, 1_000, 0, 0, 10, 20),
            List.of(
                new LoadResult.SegmentResult(warmUp, figures, 0, 299_000_000),
                new LoadResult.SegmentResult(steady, figures, 300_000_000, 550_000_000)),
            new Timeline(100, List.of(), List.of(), List.of(), List.of(), List.of())));
  }
}
