package tailgate.lab.choose;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.choose.UrlExperiment.Target;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Recording;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.process.Children;
import tailgate.lab.url.ServerUrl;

/** At servers that do what the test wants, with the real generator. */
@Tag("slow")
class UrlExperimentTest {

  private static final double MOST = 60;

  @TempDir Path root;

  private final Children children = new Children(Duration.ofSeconds(1));
  private final StringWriter progress = new StringWriter();
  private final Set<String> methods = ConcurrentHashMap.newKeySet();
  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
    children.close();
  }

  @Test
  void aServerIsAskedWhatTheUserWantsUpToTheRateThatIsAllowed() throws Exception {
    answerWith(201);
    UrlExperiment experiment = experiment();

    Recording<ChooseResult> recording = record(experiment);

    assertThat(recording.failures()).as(progress.toString()).isEmpty();
    assertThat(methods).containsExactly("PUT");
    Arm arm = recording.results().getFirst().arms().getFirst();
    assertThat(arm.limit()).isEqualTo(MOST);
    assertThat(arm.steps()).allMatch(step -> step.rate() <= MOST && step.cpu() == null);
    experiment.publish(recording.results(), recording.failures());
    assertThat(Files.readString(root.resolve("junit.xml"))).contains("<testsuite ", "holds 10.0 ");
    assertThat(Files.readString(root.resolve("summary.md"))).contains("`PUT here`: It ");
  }

  @Test
  void aServerThatEndsHasNoCapacity() throws Exception {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
          if (requests.incrementAndGet() == 30) {
            server.stop(0);
          }
        });

    Recording<ChooseResult> recording = record(experiment());

    assertThat(recording.results()).isEmpty();
    assertThat(recording.failures().getFirst().reason())
        .startsWith("the server has ended, or is stuck, after up to ")
        .contains("nothing listens there");
  }

  @Test
  void aServerThatKnowsNoSuchThingIsAFailureThatSaysSo() throws Exception {
    answerWith(404);

    assertThat(record(experiment()).failures().getFirst().reason())
        .startsWith("no request succeeded in the warm-up: ")
        .endsWith(" failed (404)");
  }

  private Recording<ChooseResult> record(UrlExperiment experiment) throws Exception {
    return Recording.of(experiment, root.resolve("raw"), children, new PrintWriter(progress, true));
  }

  private void answerWith(int status) {
    server.createContext(
        "/",
        exchange -> {
          methods.add(exchange.getRequestMethod());
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
  }

  private UrlExperiment experiment() {
    ServerUrl url = ServerUrl.parse("127.0.0.1:" + server.getAddress().getPort());
    Target target = timeout -> url.reach(timeout, null, false);
    RequestSpec request = new RequestSpec("PUT", "/", List.of(), ByteBuffer.allocate(0), 1);
    UrlPlan plan =
        UrlPlan.of(
            Objective.parse("p99=500ms"),
            "PUT here",
            "/",
            true,
            Pace.QUICK,
            new Blocks(1, 7),
            MOST,
            10.0);
    return new UrlExperiment(
        plan,
        target,
        RequestMix.of(request),
        1,
        MOST,
        new GateFiles(root.resolve("junit.xml"), root.resolve("summary.md")));
  }
}
