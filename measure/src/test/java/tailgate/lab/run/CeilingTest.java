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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Figures;
import tailgate.lab.load.Health;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.load.Timeline;
import tailgate.lab.machine.Isolation;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeProject;

@Tag("slow")
class CeilingTest {

  @TempDir Path raw;

  private final Children children = new Children(Duration.ofSeconds(5));
  private final AtomicInteger measured = new AtomicInteger();
  private List<Long> answered = List.of(8_000L);
  private final StringWriter progress = new StringWriter();
  private Ceiling ceiling = new Ceiling(FakeProject.JAVA, Isolation.NONE, this::drive);

  @AfterEach
  void stop() {
    children.close();
  }

  @Test
  void isMeasuredOnceForEachKindOfLoadAgainstAServerThatOnlyAnswers() throws Exception {
    assertThat(of(true, 10)).isEqualTo(4_000);
    assertThat(of(true, 20)).isEqualTo(4_000);
    assertThat(measured).hasValue(1);

    of(false, 10);
    assertThat(measured).hasValue(2);
    assertThat(progress.toString())
        .isEqualTo(
            "(the generator can do 4,000 requests/s on kept connections) "
                + "(the generator can do 4,000 requests/s on new connections) ");
  }

  @Test
  void aGeneratorThatIsKeptIsMeasuredUntilItGetsNoFaster() throws Exception {
    answered = List.of(4_000L, 8_000L, 8_200L); // in a second each
    try (KeptDriver kept = new KeptDriver()) {
      ceiling = ceiling.of(kept);

      assertThat(of(true, 10)).isEqualTo(8_200);
    }

    assertThat(measured).hasValue(3);
  }

  @Test
  void aLoadNearItHasItMeasuredOnceMoreAndForLonger() throws Exception {
    answered = List.of(6_278L, 6_259L, 6_300L, 6_300L, 6_400L, 6_500L, 12_000L, 14_000L);
    try (KeptDriver kept = new KeptDriver()) {
      ceiling = ceiling.of(kept);

      assertThat(of(false, 10)).isEqualTo(6_278);
      assertThat(certain(10)).isEqualTo(14_000);
      int soFar = measured.get();
      assertThat(certain(10)).isEqualTo(14_000);
      assertThat(measured).hasValue(soFar);
      assertThat(of(false, 10)).isEqualTo(14_000);
    }
  }

  @Test
  void aThoroughOneIsMeasuredForLongerBeforeTheFirstLoadOfAll() throws Exception {
    answered = List.of(6_278L, 6_259L, 6_300L, 6_300L, 12_000L, 14_000L);
    try (KeptDriver kept = new KeptDriver()) {
      ceiling = ceiling.thorough().of(kept);

      assertThat(of(false, 10)).isEqualTo(14_000);
      int soFar = measured.get();
      assertThat(certain(10)).isEqualTo(14_000);
      assertThat(measured).hasValue(soFar);
      of(true, 10);
      assertThat(measured).as("of another kind").hasValue(soFar + 1);
    }
  }

  @Test
  void compiledCodeIsNotExpectedToGetMuchFaster() throws Exception {
    answered = List.of(6_000L, 14_000L);
    try (KeptDriver kept = new KeptDriver()) {
      ceiling = ceiling.thorough().of(kept);

      assertThat(of(true, 10)).isEqualTo(14_000);
    }

    assertThat(measured).hasValue(4);
  }

  @Test
  void aGeneratorThatIsNotKeptIsAsFastTheFirstTime() throws Exception {
    of(false, 10);
    assertThat(certain(10)).isEqualTo(4_000);
    assertThat(measured).hasValue(1);
  }

  @Test
  void aGeneratorAtALowRateHasACeilingOfItsOwn() throws Exception {
    of(true, 10);
    ceiling = ceiling.ofLowRate(this::drive);
    of(true, 10);

    assertThat(measured).hasValue(2);
  }

  private final class KeptDriver implements LoadEngine.Lasting<LoadSpec> {

    @Override
    public void run(Children all, int port, LoadSpec load, Path folder) throws IOException {
      drive(all, port, load, folder);
    }

    @Override
    public void close() {
      // nothing was started
    }
  }

  private double of(boolean keepAlive, int users) throws Exception {
    PrintWriter out = new PrintWriter(progress);
    return ceiling.of(load(keepAlive, users), 17, raw, children, out).orElseThrow();
  }

  private double certain(int users) throws Exception {
    PrintWriter out = new PrintWriter(progress);
    return ceiling.certain(load(false, users), 17, raw, children, out).orElseThrow();
  }

  private static LoadSpec load(boolean keepAlive, int users) {
    List<Segment> segments = List.of(new Segment(Kind.STEADY, 1, 0, 1_000));
    return new LoadSpec("/x", keepAlive, users, true, segments, 1_000);
  }

  /** Asks once, and makes up the rest. */
  private void drive(Children all, int port, LoadSpec load, Path folder) throws IOException {
    int number = Math.min(measured.getAndIncrement(), answered.size() - 1);
    HttpURLConnection request =
        (HttpURLConnection) URI.create("http://127.0.0.1:" + port + "/").toURL().openConnection();
    assertThat(request.getInputStream().readAllBytes()).hasSize(17);
    Segment steady = load.segments().get(1);
    List<Long> none = List.of();
    JsonFiles.write(
        folder.resolve(Generator.RESULT),
        new LoadResult(
            1,
            new Health(1, 1, 0, 0, 0, 0),
            List.of(
                new LoadResult.SegmentResult(
                    steady, new Figures(9, 0, 1, 1, 1, 1, 1, 1), 0, 0, answered.get(number))),
            new Timeline(100, none, none, none, none, none)));
  }
}
