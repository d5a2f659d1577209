package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.lab.hyperfoil.LiveView.Counts;

/** With Hyperfoil, at a server that does what the test wants. */
@Tag("slow")
class LiveLoadTest {

  private static final byte[] CONTENT = "hello".getBytes(StandardCharsets.US_ASCII);

  private final LiveRecorder recorder = new LiveRecorder();
  private final Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
  private volatile double perSecond = 200;
  private volatile int status = 200;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          clients.add(exchange.getRemoteAddress());
          exchange.getResponseHeaders().set("ETag", "\"1\""); // which a client might keep
          exchange.getResponseHeaders().set("Cache-Control", "max-age=60");
          exchange.sendResponseHeaders(status, CONTENT.length);
          exchange.getResponseBody().write(CONTENT);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  @Test
  void aUserKeepsItsConnectionAndAsksAgain() {
    perSecond = 40;
    LiveLoad load = load(true);
    await().until(() -> counts().answered() > 2L * clients.size());
    load.close();

    assertThat(counts().inFlight()).isZero();
    assertThat(counts().due())
        .isEqualTo(counts().answered() + counts().refused() + counts().failed());
  }

  @Test
  void orItOpensOneForEachRequest() {
    LiveLoad load = load(false);
    await().until(() -> counts().answered() >= 20);
    load.close();

    assertThat(clients.size()).isGreaterThanOrEqualTo(20);
  }

  @Test
  void theRateChangesWhileItRuns() {
    perSecond = 0;
    LiveLoad load = load(true);
    await().until(load::isAlive);
    assertThat(counts().due()).isZero();

    perSecond = 300;
    await().until(() -> counts().answered() >= 30);
    load.close();
  }

  @Test
  void aServerThatIsGoneFailsRequestsAndEndsNoUser() {
    status = 503;
    LiveLoad load = load(true);
    await().until(() -> counts().refused() >= 20);
    server.stop(0);
    long before = counts().failed();
    await().until(() -> counts().failed() >= before + LiveLoad.USERS / 10);

    assertThat(load.isAlive()).isTrue();
    load.close();
    assertThat(counts().inFlight()).isZero();
  }

  /** The views are those of a page: ten a second. */
  @Test
  void tenThousandRequestsASecondAreAllCountedAndAFewOfThemDrawn() throws Exception {
    perSecond = 10_000;
    Set<Long> drawn = new HashSet<>();
    long oneIn = 1;
    try (CountingServer quick = new CountingServer()) {
      LiveLoad load = load(quick.port(), true);
      for (long due = 0; due < 12_000; ) {
        Thread.sleep(100);
        LiveView view = recorder.view(System.nanoTime());
        int before = drawn.size();
        view.events().forEach(event -> drawn.add(event.due()));
        assertThat(drawn.size() - before).as("new ones in a view").isLessThanOrEqualTo(40);
        oneIn = Math.max(oneIn, view.oneIn());
        due = view.counts().due();
      }
      perSecond = 0;
      await().until(() -> counts().inFlight() == 0);
      load.close();

      Counts all = counts();
      assertThat(all.answered() + all.refused() + all.failed()).isEqualTo(all.due());
      assertThat(quick.requests()).isEqualTo(all.sent());
    }
    assertThat(drawn).hasSizeGreaterThan(40);
    assertThat(oneIn).isGreaterThan(10);
  }

  private LiveLoad load(boolean keepAlive) {
    return load(server.getAddress().getPort(), keepAlive);
  }

  private LiveLoad load(int port, boolean keepAlive) {
    return new LiveLoad(
        new LiveLoad.Target("127.0.0.1", port, "/", keepAlive),
        recorder,
        1,
        () -> perSecond,
        System::nanoTime);
  }

  private Counts counts() {
    return recorder.view(System.nanoTime()).counts();
  }
}
