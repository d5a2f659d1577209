package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.Timeline;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.testing.FakeProject;

@Tag("slow")
class CeilingTest {

  @TempDir Path raw;

  private final Children children = new Children(Duration.ofSeconds(5));
  private final AtomicInteger measured = new AtomicInteger();
  private List<Long> answered = List.of(8_000L);
  private final StringWriter progress = new StringWriter();
  private Ceiling ceiling;

  @BeforeEach
  void create() {
    StageRun stages = new StageRun(new Project(raw), 0, FakeProject.JAVA, Duration.ofSeconds(30));
    ceiling = new Ceiling(stages, this::drive);
  }

  @AfterEach
  void stop() {
    children.close();
  }

  @Test
  void isMeasuredOnceForEachKindOfLoadAgainstAServerThatOnlyAnswers() throws Exception {
    assertThat(of(true, 10)).isEqualTo(8_000);
    int first = measured.get();
    assertThat(of(true, 20)).isEqualTo(8_000);
    assertThat(measured).hasValue(first);

    of(false, 10);
    assertThat(measured).hasValue(2 * first);
    assertThat(progress.toString())
        .isEqualTo(
            "(the generator can do 8,000 requests/s on kept connections) "
                + "(the generator can do 8,000 requests/s on new connections) ");
  }

  @Test
  void theGeneratorIsMeasuredUntilItGetsNoFaster() throws Exception {
    answered = List.of(4_000L, 8_000L, 8_200L); // in a second each

    assertThat(of(true, 10)).isEqualTo(8_200);
    assertThat(measured).hasValue(3);
  }

  @Test
  void aLoadNearItHasItMeasuredOnceMoreAndForLonger() throws Exception {
    answered = List.of(6_278L, 6_259L, 6_300L, 6_300L, 6_400L, 6_500L, 12_000L, 14_000L);

    assertThat(of(false, 10)).isEqualTo(6_278);
    assertThat(certain(10)).isEqualTo(14_000);
    int soFar = measured.get();
    assertThat(certain(10)).isEqualTo(14_000);
    assertThat(measured).hasValue(soFar);
    assertThat(of(false, 10)).isEqualTo(14_000);
  }

  @Test
  void aThoroughOneIsMeasuredForLongerBeforeTheFirstLoadOfAll() throws Exception {
    answered = List.of(6_278L, 6_259L, 6_300L, 6_300L, 12_000L, 14_000L);
    ceiling = ceiling.thorough();

    assertThat(of(false, 10)).isEqualTo(14_000);
    int soFar = measured.get();
    assertThat(certain(10)).isEqualTo(14_000);
    assertThat(measured).hasValue(soFar);
    of(true, 10);
    assertThat(measured).as("of another kind").hasValue(soFar + 1);
  }

  @Test
  void compiledCodeIsNotExpectedToGetMuchFaster() throws Exception {
    answered = List.of(6_000L, 14_000L);
    ceiling = ceiling.thorough();

    assertThat(of(true, 10)).isEqualTo(14_000);
    assertThat(measured).hasValue(4);
  }

  @Test
  void aGeneratorAtALowRateHasACeilingOfItsOwn() throws Exception {
    of(true, 10);
    int first = measured.get();
    ceiling = ceiling.of(this::drive, true);
    of(true, 10);

    assertThat(measured).hasValue(2 * first);
  }

  private double of(boolean keepAlive, int users) throws Exception {
    return ceiling.of(load(keepAlive, users), 17, context());
  }

  private double certain(int users) throws Exception {
    return ceiling.certain(load(false, users), 17, context());
  }

  private RunContext context() {
    return new RunContext(children, new PrintWriter(progress), raw);
  }

  private static LoadSpec load(boolean keepAlive, int users) {
    List<Segment> segments = List.of(new Segment(Kind.STEADY, 1, 0, 1_000));
    return new LoadSpec("/x", keepAlive, users, Model.CLOSED, segments, 1_000, LoadSpec.ALL_CORES);
  }

  /** Asks once, and makes up the rest. */
  private void drive(LoadSpec load, Ready server, RunContext context) throws IOException {
    int number = Math.min(measured.getAndIncrement(), answered.size() - 1);
    HttpURLConnection request =
        (HttpURLConnection)
            URI.create("http://127.0.0.1:" + server.port() + "/").toURL().openConnection();
    assertThat(request.getInputStream().readAllBytes()).hasSize(17);
    Segment steady = load.segments().get(1);
    List<Long> none = List.of();
    JsonFiles.write(
        context.folder().resolve(Generator.RESULT),
        new LoadResult(
            1,
            new Health(1, 1, 0, 0, 0, 0),
            List.of(
                new LoadResult.SegmentResult(
                    steady,
                    new Figures(9, 0, 1, 1, 1, 1, 1, 1),
                    0,
                    0,
                    answered.get(number),
                    null,
                    null,
                    null,
                    null,
                    null)),
            new Timeline(100, none, none, none, none, none),
            List.of()));
  }
}
