package tailgate.lab.race;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;

/** Two lanes whose servers are made up, from the start to the end of a race. */
@Tag("slow")
class RaceTest {

  @TempDir Path root;

  private final Children children = new Children(Duration.ofSeconds(5));
  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicReference<JsonNode> frame = new AtomicReference<>(JsonFiles.tree(List.of()));
  private final AtomicReference<JsonNode> state = new AtomicReference<>(JsonFiles.tree(List.of()));

  /** What has become of the stream of frames. */
  private final AtomicReference<String> stream = new AtomicReference<>("not asked for");

  private Race race;

  @BeforeEach
  void start() throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("threadpool", FakeStage.Behaviour.SERVES)
            .with("event-loop", FakeStage.Behaviour.SERVES);
    race =
        Race.start(
            new Race.Order(
                project.project(),
                FakeProject.JAVA,
                0,
                List.of("threadpool", "event-loop"),
                OptionalDouble.of(50)),
            children);
    Thread.ofVirtual().start(this::watch);
  }

  @AfterEach
  void stop() throws Exception {
    race.close();
    client.close();
  }

  @Test
  void fromTheStartToTheEnd() throws Exception {
    awaits(() -> lane(2).path("done").asLong() >= 50);
    awaits(() -> lane(5).path("done").asLong() >= 50);
    countsAddUp();
    assertThat(lane(0).path("state").asText()).isEqualTo("off");
    assertThat(lane(2).path("state").asText()).isEqualTo("running");
    assertThat(lane(2).path("events").isArray()).isTrue();

    ProcessHandle server = ProcessHandle.of(pid(2)).orElseThrow();
    ProcessHandle other = ProcessHandle.of(pid(5)).orElseThrow();
    server.destroyForcibly();
    awaits(() -> stateOf(2).path("state").asText().equals("dead"));
    assertThat(stateOf(2).path("reason").asText()).contains("exit code 137");
    countsAddUp();

    post("/api/lanes/threadpool/start");
    awaits(() -> stateOf(2).path("state").asText().equals("running"));
    ProcessHandle again = ProcessHandle.of(pid(2)).orElseThrow();
    assertThat(again).isNotEqualTo(server);
    assertThat(pid(5)).as("nothing has happened to the other lane").isEqualTo(other.pid());

    Path files = site();
    race.close();
    assertThat(List.of(again, other)).noneMatch(ProcessHandle::isAlive);
    assertThat(files).doesNotExist();
  }

  /** Says what was seen of the race if it does not come. */
  private void awaits(Callable<Boolean> condition) {
    try {
      await().until(condition);
    } catch (ConditionTimeoutException e) {
      throw new AssertionError(
          "frames: %s; the last one: %s; the state: %s"
              .formatted(stream.get(), frame.get(), state.get()),
          e);
    }
  }

  private void countsAddUp() {
    JsonNode lane = lane(2);
    assertThat(
            Stream.of("done", "refused", "failed", "inFlight")
                .mapToLong(name -> lane.path(name).asLong())
                .sum())
        .isEqualTo(lane.path("due").asLong());
  }

  /** The folder of the race: what the server serves. */
  private Path site() throws IOException {
    String command = Files.readString(Path.of("/proc", Long.toString(pid(2)), "cmdline"));
    List<String> arguments = List.of(command.split("\0"));
    return Path.of(arguments.get(arguments.indexOf("--root") + 1));
  }

  private JsonNode lane(int place) {
    return frame.get().path("lanes").path(place);
  }

  private JsonNode stateOf(int place) {
    return state.get().path("lanes").path(place);
  }

  private long pid(int place) {
    return stateOf(place).path("pid").asLong();
  }

  private void watch() {
    stream.set("come");
    try (Stream<String> lines =
        client.send(request("/api/frames").build(), HttpResponse.BodyHandlers.ofLines()).body()) {
      AtomicReference<String> event = new AtomicReference<>("");
      lines.forEach(line -> take(event, line));
      stream.set("have ended");
    } catch (IOException | RuntimeException e) { // at the latest when the race is over
      stream.set("ended with " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void take(AtomicReference<String> event, String line) {
    if (line.startsWith("event: ")) {
      event.set(line.substring("event: ".length()));
    } else if (line.startsWith("data: ")) {
      try {
        JsonNode json =
            JsonFiles.parse(line.substring("data: ".length()).getBytes(StandardCharsets.UTF_8));
        (event.get().equals("frame") ? frame : state).set(json);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void post(String path) throws Exception {
    HttpResponse<String> answer =
        client.send(
            request(path)
                .header(Api.OURS, "1")
                .header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString("{}"))
                .build(),
            HttpResponse.BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
  }

  private HttpRequest.Builder request(String path) {
    return HttpRequest.newBuilder(URI.create(race.address().resolve(path).toString()));
  }
}
