package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.experiment.Recording;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LatencyLog;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.machine.Isolation;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.run.Ready;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.StageRun;
import tailgate.lab.run.Testbed;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** The procedure, at fake stages and with an engine that computes its results. */
@Tag("slow")
class ChooseExperimentTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter progress = new StringWriter();

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void eachStageIsMeasuredWithTheHandlerOfTheUser() throws Exception {
    ChoosePlan plan = Samples.plan(List.of("threadpool"), Pace.QUICK);

    Recording<ChooseResult> recording =
        Recording.of(
            new ChooseExperiment(testbed(), plan, null),
            root.resolve("raw"),
            children,
            new PrintWriter(progress, true));

    assertThat(recording.results()).hasSize(1);
    assertThat(recording.results().get(0).arms().get(0).perSecond()).isBetween(900.0, 1_030.0);
    assertThat(progress.toString()).contains("[1/1, ", "block-1/threadpool: warm at ", "holds ");
    assertThat(Files.readString(root.resolve("raw/block-1/threadpool/server.log")))
        .contains("--stop-grace 0s --server-timing --simulate-io 20ms");
    assertThat(root.resolve("raw/block-1/threadpool/climb-4/result.json")).exists();
  }

  @Test
  void whatIsSentIsWhatTheUserSays() throws Exception {
    RequestSpec post =
        new RequestSpec("POST", ChoosePlan.PATH, List.of(), ByteBuffer.allocate(1), 1);
    ChoosePlan plan = Samples.plan(List.of("threadpool"), Pace.QUICK);
    ChooseExperiment experiment = new ChooseExperiment(testbed(), plan, RequestMix.of(post));

    Recording.of(experiment, root.resolve("raw"), children, new PrintWriter(progress, true));

    assertThat(Files.readString(root.resolve("raw/block-1/threadpool/climb-4/sent")))
        .isEqualTo("POST /data.json");
    assertThat(experiment.settings()).containsEntry("requests", RequestMix.of(post));
  }

  @Test
  void aTourAsksTheSameForEachHandler() throws Exception {
    ChoosePlan plan = Samples.plan(List.of("threadpool"), Pace.QUICK);
    TourPlan tour =
        new TourPlan(List.of(new TourPlan.Leg("one", plan), new TourPlan.Leg("two", plan)));
    TourExperiment experiment = new TourExperiment(testbed(), tour);

    Recording<TourPlan.TourResult> recording =
        Recording.of(experiment, root.resolve("raw"), children, new PrintWriter(progress, true));

    assertThat(recording.results()).hasSize(2);
    assertThat(progress.toString())
        .contains("one/block-1/threadpool: ", "two/block-1/threadpool: ");
    assertThat(experiment.report(recording.results()).text())
        .contains(
            "| requests/s ", "What was learned:", "- one: Take threadpool 100", "- two: Take");
  }

  @Test
  void aCandidateIsMeasuredAsAStageIs() throws Exception {
    FakeProject project = project();
    Candidate other =
        Candidate.parse(
                "other='%s' -jar '%s' --port {port}"
                    .formatted(FakeProject.JAVA, project.project().jarOf("threadpool")))
            .asking("/slow");
    StageRun stages =
        new StageRun(
            project.project(), 0, FakeProject.JAVA, PLENTY, Isolation.NONE, List.of(other));
    ChooseExperiment experiment =
        new ChooseExperiment(
            new Testbed(stages, ChooseExperimentTest::compute, Optional.empty()),
            Samples.plan(List.of("other"), Pace.QUICK),
            null);

    Recording<ChooseResult> recording =
        Recording.of(experiment, root.resolve("raw"), children, new PrintWriter(progress, true));

    Arm arm = recording.results().get(0).arms().get(0);
    assertThat(arm.name()).isEqualTo("other");
    assertThat(arm.perSecond()).isBetween(900.0, 1_030.0);
    assertThat(Files.readString(root.resolve("raw/block-1/other/climb-4/path"))).isEqualTo("/slow");
    assertThat(experiment.settings()).containsEntry("candidates", List.of(other));
    assertThat(experiment.report(recording.results()).text())
        .contains("Take other: it keeps P99 within 50 ms up to ");
  }

  @Test
  void aLongObjectiveIsSaidToTakeLonger() {
    assertThat(minutes(Pace.QUICK, "p99=50ms")).isEqualTo(2);
    assertThat(minutes(Pace.QUICK, "p99=2s")).isEqualTo(7);
    assertThat(minutes(Pace.FULL, "p99=50ms")).isEqualTo(8);
    assertThat(minutes(Pace.FULL, "p99=2s")).isEqualTo(42);
  }

  @Test
  void anOldArchiveKeepsTheLengthOfItsSteps() throws Exception {
    ObjectNode old = (ObjectNode) JsonFiles.tree(Pace.QUICK);
    old.remove("objectives");
    Objective objective = Objective.parse("p99=500ms");
    ChoosePlan before = Samples.plan(objective, Project.STAGES, JsonFiles.read(old, Pace.class));
    ChoosePlan now = Samples.plan(objective, Project.STAGES, Pace.QUICK);

    assertThat(before.step()).isEqualTo(Duration.ofSeconds(2));
    assertThat(before.step(10)).isEqualTo(Duration.ofSeconds(6));
    assertThat(before.resolution()).isEqualTo(now.resolution());
    assertThat(now.step()).isEqualTo(Duration.ofSeconds(1));
    assertThat(now.step(10)).isEqualTo(Duration.ofMillis(1_500));
  }

  private static long minutes(Pace pace, String objective) {
    ChoosePlan plan = Samples.plan(Objective.parse(objective), Project.STAGES, pace);
    return Math.round(plan.stages().size() * plan.perRun().toSeconds() / 60.0);
  }

  private Testbed testbed() throws IOException {
    return new Testbed(
        new StageRun(project().project(), 0, FakeProject.JAVA, PLENTY),
        ChooseExperimentTest::compute,
        Optional.empty());
  }

  private FakeProject project() throws IOException {
    return FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
        .with("threadpool", FakeStage.Behaviour.SERVES);
  }

  private static void compute(LoadSpec load, Ready server, RunContext context) throws IOException {
    Path folder = context.folder();
    Files.writeString(folder.resolve("path"), load.path());
    RequestSpec sent = load.sent().requests().getFirst();
    Files.writeString(folder.resolve("sent"), sent.method() + " " + sent.target());
    Driven driven = new ComputedServer(1_000, 20_000).drive("", load);
    Map<Segment, Histogram> latencies = new LinkedHashMap<>();
    load.segments()
        .forEach(segment -> latencies.put(segment, driven.latencies().get(segment.label())));
    LatencyLog.write(folder.resolve(Generator.LATENCIES), 0, latencies);
    JsonFiles.write(folder.resolve(Generator.RESULT), driven.load());
  }
}
