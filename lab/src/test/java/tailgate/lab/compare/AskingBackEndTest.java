package tailgate.lab.compare;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.compare.PhaseResults.BackEndView;
import tailgate.lab.experiment.Recording;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.process.Children;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;
import tailgate.lab.testing.MadeUpLoad;

/** The procedure, at fake processes and with an engine that makes up its results. */
@Tag("slow")
class AskingBackEndTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);
  private static final String ARM = "http-virtual-semaphore";

  /** Of each segment that counts: answers, clients who gave up, and others that failed. */
  private static final int ANSWERED = 4_000;

  private static final int GAVE_UP = 500;
  private static final int REFUSED = 300;

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter progress = new StringWriter();

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  private List<VariantResult> run(FakeStage.Behaviour backEnd) throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("threadpool", backEnd)
            .with("virtual-threads", FakeStage.Behaviour.SERVES);
    StageRun stages = new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY);
    VariantsPlan plan = VariantSamples.plan("downstream", false, Map.of("arm", List.of(ARM)), 1);
    VariantsExperiment experiment =
        VariantSamples.experiment(
            new Testbed(stages, AskingBackEndTest::makeUp, Optional.empty()), plan, root);
    return Recording.of(experiment, root.resolve("raw"), children, new PrintWriter(progress, true))
        .results();
  }

  @Test
  void theServerIsComparedWithWhatTheBackEndDidBefore() throws Exception {
    VariantResult result = run(FakeStage.Behaviour.SERVES_WITH_STATS).get(0);

    BackEndView backEnd = Objects.requireNonNull(result.backEnd());
    PhaseResult overload =
        Objects.requireNonNull(result.phases()).named(List.of("overload")).get(0);
    assertThat(backEnd.nominal()).isEqualTo(400);
    assertThat(backEnd.ceiling()).isEqualTo(398);
    assertThat(result.measured().perSecond()).isEqualTo(ANSWERED / 12.0);
    assertThat(overload.gaveUp()).isEqualTo(GAVE_UP);
    assertThat(overload.refused()).isEqualTo(REFUSED);
    assertThat(overload.admitted().count()).isEqualTo(ANSWERED);
    assertThat(backEnd.calls()).isPositive(); // the looks at the fake's statistics
    assertThat(progress.toString()).contains("; the back end can do 398/s: ");
  }

  @Test
  void theHandlerIsToldWhereTheBackEndIs() throws Exception {
    run(FakeStage.Behaviour.SERVES_WITH_STATS);

    Path raw = root.resolve("raw/block-1/" + ARM + "-http/" + ARM);
    assertThat(Files.readString(raw.resolve("back-end.log")))
        .contains("--dispatch request --workers 16 ", "--simulate-io 40ms");
    assertThat(Files.readString(raw.resolve("server.log")))
        .contains("-Ddownstream.url=http://127.0.0.1:", " -Ddownstream.slots=16 ")
        .contains(" -Ddownstream.service=40 -Ddownstream.timeout=1000 -Ddownstream.bound=park ")
        .contains("downstream.jar --handler tailgate.downstream.JavaNetHttp");
  }

  @Test
  void aBackEndThatDoesNotStartIsNamed() throws Exception {
    assertThat(run(FakeStage.Behaviour.DIES)).isEmpty();
    assertThat(progress.toString())
        .contains("FAILED: the back end ended before it answered, with exit code 3");
  }

  private static void makeUp(LoadSpec load, Ready server, RunContext context) throws IOException {
    boolean direct = load.model() == LoadSpec.Model.CLOSED;
    int count = direct ? 2_388 : ANSWERED; // of 6 s
    Map<Segment, Histogram> answered = new LinkedHashMap<>();
    Map<Segment, Histogram> waited = new LinkedHashMap<>();
    List<SegmentResult> results = new ArrayList<>();
    for (Segment segment : load.segments()) {
      Histogram latencies = new Histogram(3);
      latencies.recordValueWithCount(40_000, count);
      answered.put(segment, latencies);
      Histogram left = new Histogram(3);
      left.recordValueWithCount(1_000_000, GAVE_UP);
      waited.put(segment, left);
      Figures figures = Figures.of(latencies, left, GAVE_UP + REFUSED, 0);
      results.add(MadeUpLoad.result(segment, figures, segment.nanos(), count));
    }
    MadeUpLoad.write(context.folder(), answered, waited, results, MadeUpLoad.NO_TIMELINE);
  }
}
