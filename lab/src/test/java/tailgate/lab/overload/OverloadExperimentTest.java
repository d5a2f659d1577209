package tailgate.lab.overload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.experiment.Blocks;
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

/** The procedure, at fake stages and with an engine that makes up its results. */
@Tag("slow")
class OverloadExperimentTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);
  private static final double CAPACITY = 500;

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter progress = new StringWriter();

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void eachArmIsOverloadedByMultiplesOfItsOwnCapacity() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("threadpool", FakeStage.Behaviour.SERVES);
    StageRun stages = new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY);
    OverloadPlan plan =
        OverloadPlan.quick(
            List.of("threadpool"),
            List.of(Policy.CODEL),
            List.of(HandlerKind.WAITS),
            List.of(Clients.LEAVE),
            new Blocks(1, 7));

    OverloadResult result =
        Recording.of(
                new OverloadExperiment(
                    new Testbed(stages, OverloadExperimentTest::makeUp), plan, Optional.empty()),
                root.resolve("raw"),
                children,
                new PrintWriter(progress, true))
            .results()
            .get(0);

    assertThat(result.capacity()).isEqualTo(CAPACITY);
    assertThat(result.twice().arrivals()).isEqualTo(1_300);
    assertThat(result.twice().inTime()).isEqualTo(650);
    assertThat(result.recoveryMillis()).isZero();
    assertThat(progress.toString())
        .contains("block-1/waits-threadpool-codel: can do 500/s; at 2 × 100 % of it in time, 50 %")
        .contains("; back after 0 ms");
    assertThat(Files.readString(root.resolve("raw/block-1/waits-threadpool-codel/server.log")))
        .contains("--simulate-io 10ms --workers 8 --queue-policy codel --drain-timeout 1s");
  }

  /** Answers of 20 ms, as many as the capacity allows; all others are refused. */
  private static void makeUp(LoadSpec load, Ready server, RunContext context) throws IOException {
    Path folder = context.folder();
    Map<Segment, Histogram> answered = new LinkedHashMap<>();
    Map<Segment, Histogram> waited = new LinkedHashMap<>();
    List<LoadResult.SegmentResult> results = new ArrayList<>();
    for (Segment segment : load.segments()) {
      long can = Math.round(CAPACITY * segment.millis() / 1e3);
      boolean isClosed = load.model() == LoadSpec.Model.CLOSED;
      long count = isClosed ? can : Math.min(can, segment.arrivals());
      Histogram latencies = new Histogram(3);
      latencies.recordValueWithCount(20_000, count);
      if (segment.kind().counts()) {
        answered.put(segment, latencies);
        waited.put(segment, new Histogram(3));
      }
      Figures figures =
          Figures.of(latencies, new Histogram(3), isClosed ? 0 : segment.arrivals() - count, 0);
      results.add(new LoadResult.SegmentResult(segment, figures, 0, segment.nanos(), count));
    }
    LatencyLog.write(folder.resolve(Generator.LATENCIES), 5_000, answered);
    LatencyLog.write(folder.resolve(Generator.WAITED), 5_000, waited);
    int windows = (int) (load.duration().toMillis() / 100) + 1;
    List<Long> tails = Collections.nCopies(windows, 20_000L);
    List<Long> none = Collections.nCopies(windows, 0L);
    List<Long> some = Collections.nCopies(windows, 25L);
    JsonFiles.write(
        folder.resolve(Generator.RESULT),
        new LoadResult(
            5_000,
            new Health(1_000, 1_000, 0, 0, 10, 20),
            results,
            new Timeline(100, some, none, tails, tails, tails)));
  }
}
