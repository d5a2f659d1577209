package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeJar;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

@Tag("slow")
class StageProcessTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);
  private static final Duration LITTLE = Duration.ofMillis(300);

  @TempDir Path folder;

  private Children children = new Children(PLENTY);

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void isReadyOnceItAnswersAndEndsWhenToldTo() throws Exception {
    StageProcess stage = start(FakeStage.Behaviour.SERVES);

    stage.awaitReady(PLENTY);
    stage.checkAlive();

    assertThat(stage.stop()).isTrue();
  }

  @Test
  void aChildThatDiesIsReportedWithItsLastWords() throws Exception {
    StageProcess stage = start(FakeStage.Behaviour.DIES);

    assertThatThrownBy(() -> stage.awaitReady(PLENTY))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("ended before it answered, with exit code 3\n")
        .hasMessageEndingWith("\n  | no such luck");
  }

  @Test
  void aChildThatNeverListensIsGivenUp() throws Exception {
    StageProcess stage = start(FakeStage.Behaviour.NEVER_LISTENS);

    assertThatThrownBy(() -> stage.awaitReady(LITTLE))
        .isInstanceOf(LabException.class)
        .isNotInstanceOf(HandlerException.class)
        .hasMessageStartingWith("did not answer GET http://127.0.0.1:")
        .hasMessageContaining("/data.json within 300 ms");
  }

  @Test
  void aChildThatAcceptsButNeverAnswersIsGivenUp() throws Exception {
    StageProcess stage = start(FakeStage.Behaviour.ACCEPTS_AND_IS_MUTE);

    assertThatThrownBy(() -> stage.awaitReady(Duration.ofSeconds(2)))
        .isInstanceOf(HandlerException.class)
        .hasMessageContaining("/data.json within 2000 ms");
  }

  @Test
  void aChildThatAnswersAnythingBut200IsNotMeasured() throws Exception {
    StageProcess stage = start(FakeStage.Behaviour.SERVES_404);

    assertThatThrownBy(() -> stage.awaitReady(PLENTY))
        .isInstanceOf(HandlerException.class)
        .hasMessageMatching(
            "the server answers GET http://127.0.0.1:\\d+/data.json with 404, not 200;"
                + " its log is .*/server.log");
  }

  @Test
  void theFirstExceptionOfItsLogSaysWhyItIsNotMeasured() throws Exception {
    StageProcess stage = start(FakeStage.Behaviour.SERVES_500);

    assertThatThrownBy(() -> stage.awaitReady(PLENTY))
        .isInstanceOf(HandlerException.class)
        .hasMessageMatching(
            "the handler answers GET .* with 500, not 200: IllegalStateException: boom,"
                + " in .*/server.log line 2");
  }

  @Test
  void aChildThatDiesOfItsHandlerNamesIt() throws Exception {
    StageProcess stage = start(FakeStage.Behaviour.DIES);
    assertThatThrownBy(() -> stage.awaitReady(PLENTY)).isInstanceOf(LabException.class);

    assertThat(stage.reasonWith(List.of("such")))
        .hasValueSatisfying(
            reason ->
                assertThat(reason).startsWith("no such luck; its log is ").endsWith("/server.log"));
    assertThat(stage.reasonWith(List.of("example.Other"))).isEmpty();
  }

  @Test
  void aChildThatIgnoresSigtermIsKilled() throws Exception {
    children = new Children(LITTLE);
    StageProcess stage = start(FakeStage.Behaviour.IGNORES_SIGTERM);
    stage.awaitReady(PLENTY);

    assertThat(stage.stop()).isFalse();
  }

  @Test
  void isReadyOnceItAnswersWhatItsLoadSends() throws Exception {
    ByteBuffer body = ByteBuffer.wrap("hello".getBytes(StandardCharsets.US_ASCII));
    RequestSpec post = new RequestSpec("POST", "/orders", List.of(), body, 1);
    StageProcess stage = start(FakeStage.Behaviour.SERVES_POSTS, post, Probe.LAST_SUCCESS);

    stage.awaitReady(PLENTY);
    assertThat(stage.stop()).isTrue();

    RequestSpec get = RequestSpec.get("/orders", List.of());
    StageProcess other = start(FakeStage.Behaviour.SERVES_POSTS, get, Probe.LAST_SUCCESS);
    assertThatThrownBy(() -> other.awaitReady(PLENTY))
        .isInstanceOf(HandlerException.class)
        .hasMessageContaining("/orders with 405, not 200 to 399");
  }

  private StageProcess start(FakeStage.Behaviour behaviour) throws IOException {
    return start(behaviour, RequestSpec.get("/data.json", List.of()), Probe.OK);
  }

  private StageProcess start(FakeStage.Behaviour behaviour, RequestSpec request, int highest)
      throws IOException {
    Path jar = folder.resolve("stage.jar");
    FakeJar.write(jar, FakeStage.class, behaviour);
    int port = Ports.free();
    return StageProcess.start(
        children,
        List.of(FakeProject.JAVA, "-jar", jar.toString(), "--port", "" + port, "--root", "."),
        new Probe(Here.uri(Ports.HOST, port, ""), request, highest),
        new ChildLog(folder.resolve("server.log")));
  }
}
