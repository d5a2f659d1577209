package tailgate.lab.compare;

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
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Recording;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult.SegmentResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Timeline;
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

/** Runs of burst and of overload, at fake stages and with results that are made up. */
@Tag("slow")
class PhasedExperimentTest {

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
    VariantResult result =
        make("overload", Map.of("policy", List.of("codel")), PhasedExperimentTest::makeUp).get(0);

    PhaseResults phases = Objects.requireNonNull(result.phases());
    PhaseResult twice = phases.named(List.of("2x")).get(0);
    assertThat(Objects.requireNonNull(phases.capacity()).perSecond()).isEqualTo(CAPACITY);
    assertThat(twice.arrivals()).isEqualTo(1_300);
    assertThat(twice.inTime()).isEqualTo(650);
    assertThat(twice.refused()).isEqualTo(650);
    assertThat(phases.named(List.of("after")).get(0).recoveryMillis()).isZero();
    assertThat(result.measured().health()).as("each phase is judged by itself").isNull();
    assertThat(progress.toString()).contains("can do 500/s; 500.0 requests/s");
    assertThat(Files.readString(log("waits-threadpool-codel-leave")))
        .contains("--simulate-io 10ms --workers 8 --queue-policy codel --drain-timeout 1s");
  }

  @Test
  void allBurstsHaveOneGeneratorOfLowRates() throws Exception {
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

    List<VariantResult> results = make("burst", Map.of("handler", List.of("none")), fast);

    assertThat(results)
        .extracting(result -> result.measured().stage())
        .containsExactlyInAnyOrder("threadpool", "adaptive-pool", "virtual-threads");
    assertThat(users).containsExactly(2_048);
    assertThat(results)
        .allSatisfy(
            result ->
                assertThat(Objects.requireNonNull(result.phases()).each())
                    .extracting(PhaseResult::name)
                    .containsExactly("else", "spike"));
  }

  private Path log(String server) {
    return root.resolve("raw/block-1").resolve(server).resolve("server.log");
  }

  private List<VariantResult> make(String name, Map<String, List<String>> only, LoadSource source)
      throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("threadpool", FakeStage.Behaviour.SERVES)
            .with("adaptive-pool", FakeStage.Behaviour.SERVES)
            .with("virtual-threads", FakeStage.Behaviour.SERVES);
    StageRun stages = new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY);
    VariantsExperiment experiment =
        VariantSamples.experiment(
            new Testbed(stages, source, Optional.empty()), plan(name, only), root);
    return Recording.of(experiment, root.resolve("raw"), children, new PrintWriter(progress, true))
        .results();
  }

  private static VariantsPlan plan(String name, Map<String, List<String>> only)
      throws LabException {
    Map<String, List<String>> all = new LinkedHashMap<>(only);
    if (name.equals("overload")) {
      all.put("stage", List.of("threadpool"));
    }
    return FilePlan.of(
            name,
            ExperimentReader.read(Path.of("experiments", name + ".yaml"), true, Map.of()),
            null,
            Map.of("ours", Runtime.version().toString()),
            all,
            Set.of(),
            new Blocks(1, 7))
        .on(1);
  }

  /** Answers of 20 ms, as many as the capacity allows; all others are refused. */
  private static void makeUp(LoadSpec load, Ready server, RunContext context) throws IOException {
    Map<Segment, Histogram> answered = new LinkedHashMap<>();
    Map<Segment, Histogram> waited = new LinkedHashMap<>();
    List<SegmentResult> results = new ArrayList<>();
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
      results.add(MadeUpLoad.result(segment, figures, segment.nanos(), count));
    }
    int windows = (int) (load.duration().toMillis() / 100) + 1;
    List<Long> tails = Collections.nCopies(windows, 20_000L);
    List<Long> none = Collections.nCopies(windows, 0L);
    List<Long> answers = Collections.nCopies(windows, 25L);
    Timeline timeline = new Timeline(100, answers, none, tails, tails, tails);
    MadeUpLoad.write(context.folder(), answered, waited, results, timeline);
  }
}
