package tailgate.trace;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.http.Handler;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.TestServer;
import tailgate.server.observe.Observation;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

@Tag("slow")
class JfrObserverTest {

  private static final String HOST = " HTTP/1.1\r\nHost: test\r\n\r\n";
  private static final Response SMALL = Response.status(Status.OK).text("small");
  private static final Duration SLOW = Duration.ofMillis(300);

  @TempDir Path folder;

  @Test
  void aRequestIsAnEventWithItsTimesAndWhatItWas() throws Exception {
    List<RecordedEvent> events = record("tailgate.Request", Duration.ZERO, "GET /a?b=c" + HOST);
    assertThat(events).hasSize(1);
    RecordedEvent event = events.getFirst();
    assertThat(event.getString("method")).isEqualTo("GET");
    assertThat(event.getString("target")).isEqualTo("/a?b=c");
    assertThat(event.getInt("status")).isEqualTo(200);
    assertThat(event.getLong("bytes")).isEqualTo(5);
    assertThat(event.getStackTrace()).isNull();
    assertThat(event.getDuration("total"))
        .isEqualTo(event.getDuration("queueWait").plus(event.getDuration("serviceTime")))
        .isPositive();
  }

  @Test
  void theDurationHasTheQueueWaitInIt() throws Exception {
    // The second of the two waits for the first, which is slow.
    List<RecordedEvent> events =
        record("tailgate.Request", SLOW, "GET /slow" + HOST + "GET /fast" + HOST, "GET /x" + HOST);
    assertThat(events).allMatch(event -> event.getDuration().compareTo(SLOW) >= 0);
    assertThat(events)
        .extracting(event -> event.getString("target"))
        .filteredOn(target -> !target.equals("/x")) // a busy machine makes it slow too
        .containsExactly("/slow", "/fast");
    assertThat(events.get(1).getDuration("queueWait"))
        .isGreaterThanOrEqualTo(events.get(0).getDuration("serviceTime"))
        .isGreaterThanOrEqualTo(SLOW);
    assertThat(events.get(0).getStartTime()).isEqualTo(events.get(1).getStartTime());
  }

  @Test
  void theDurationHasTheWaitForOthersOfTheSameReactorInIt() throws Exception {
    var entered = new CountDownLatch(1);
    var release = new CountDownLatch(1);
    Handler handler =
        request -> {
          if (request.target().equals("/gate")) {
            entered.countDown();
            release.await();
          }
          return handle(request);
        };
    List<RecordedEvent> events =
        record(
            "tailgate.Request",
            Duration.ZERO,
            () -> {
              try (TestServer server = start(handler);
                  RawClient gate = server.connect();
                  RawClient one = server.connect();
                  RawClient other = server.connect()) {
                one.send("GET /x" + HOST).read();
                other.send("GET /x" + HOST).read();
                gate.send("GET /gate" + HOST);
                entered.await();
                one.send("GET /slow" + HOST); // the selector will report both at once
                other.send("GET /slow" + HOST);
                release.countDown();
                one.read();
                other.read();
              }
            });
    List<RecordedEvent> slow =
        events.stream().filter(event -> event.getString("target").equals("/slow")).toList();
    assertThat(slow)
        .hasSize(2)
        .anySatisfy(event -> assertThat(event.getDuration("queueWait")).isGreaterThan(SLOW))
        .allSatisfy(
            event ->
                assertThat(event.getDuration().plus(SLOW.dividedBy(2))) // two clocks
                    .isGreaterThanOrEqualTo(event.getDuration("total")));
  }

  @Test
  void whatWasRefusedHasNeitherMethodNorTarget() throws Exception {
    List<RecordedEvent> events =
        record("tailgate.Request", Duration.ZERO, "GET /a" + HOST, "nonsense\r\n\r\n");
    assertThat(events).extracting(event -> event.getInt("status")).containsExactly(200, 400);
    assertThat(events.get(1).getString("method")).isNull();
    assertThat(events.get(1).getString("target")).isNull();
  }

  @Test
  void aConnectionIsAnEventWithWhatItCarried() throws Exception {
    List<RecordedEvent> events =
        record("tailgate.Connection", Duration.ZERO, "GET /a" + HOST, "GET /b" + HOST);
    assertThat(events).hasSize(1);
    RecordedEvent event = events.getFirst();
    assertThat(event.getString("remoteAddress")).isEqualTo("127.0.0.1");
    assertThat(event.getLong("requests")).isEqualTo(2);
    assertThat(event.getLong("bytes")).isGreaterThan(2 * 5);
    assertThat(event.getDuration()).isPositive();
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void whatNoWorkerHasTimeForIsAnEventToo(Dispatch dispatch) throws Exception {
    List<RecordedEvent> events =
        record(
            "tailgate.Request",
            Duration.ZERO,
            () -> {
              try (TestServer server =
                      TestServer.start(
                          new Stage("full", dispatch, true, 1, "none", new FullExecutor()),
                          TestServer.config(),
                          JfrObserverTest::handle,
                          observation());
                  RawClient client = server.connect()) {
                assertThat(client.send("GET /a" + HOST).read().status()).isEqualTo(503);
                server.stop();
              }
            });
    assertThat(events).hasSize(1);
    RecordedEvent event = events.getFirst();
    assertThat(event.getInt("status")).isEqualTo(503);
    assertThat(event.getString("target")).isNull();
    assertThat(event.getDuration("serviceTime")).isZero();
    assertThat(event.getDuration("total")).isEqualTo(event.getDuration("queueWait"));
  }

  /** What is recorded of one connection on which each of these is sent and answered in turn. */
  private List<RecordedEvent> record(String event, Duration threshold, String... messages)
      throws Exception {
    return record(event, threshold, () -> serve(messages));
  }

  private interface Scene {
    void play() throws Exception;
  }

  private List<RecordedEvent> record(String event, Duration threshold, Scene scene)
      throws Exception {
    Path file = folder.resolve("test.jfr");
    try (Recording recording = new Recording()) {
      recording.enable(event).withThreshold(threshold);
      recording.start();
      scene.play();
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file)
        .stream() // all events are enabled unless told otherwise
        .filter(recorded -> recorded.getEventType().getName().equals(event))
        .toList();
  }

  private static void serve(String... messages) throws IOException, InterruptedException {
    try (TestServer server = start(JfrObserverTest::handle)) {
      try (RawClient client = server.connect()) {
        for (String message : messages) {
          client.send(message);
          for (int i = 0; i < message.split("\r\n\r\n", -1).length - 1; i++) {
            client.read();
          }
        }
      }
      server.stop();
    }
  }

  private static TestServer start(Handler handler) {
    var stage = new Stage("flight", Dispatch.REQUEST, true, 1, "none", new DirectExecutor());
    return TestServer.start(stage, TestServer.config(), handler, observation());
  }

  private static Observation observation() {
    return Observation.NONE.timed().and(JfrObserver.observers());
  }

  @SuppressWarnings("ThreadSleep") // a slow handler
  private static Response handle(Request request) throws InterruptedException {
    if (request.target().equals("/slow")) {
      Thread.sleep(SLOW);
    }
    return SMALL;
  }
}
