package tailgate.lab.hyperfoil;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.assertj.core.api.Condition;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import tailgate.lab.hyperfoil.UrlLoad.Figured;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.Failures;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Origin;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/** With Hyperfoil, at servers that do what the test wants. */
@Tag("slow")
class UrlLoadTest {

  private static final int USERS = 200;
  private static final RequestMix GET = RequestMix.of(RequestSpec.get("/", List.of()));

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(loopback(), 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static InetAddress loopback() throws IOException {
    return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
  }

  @Test
  void allThatIsSentArrives() throws Exception {
    Set<String> seen = ConcurrentHashMap.newKeySet();
    AtomicInteger requests = new AtomicInteger();
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          seen.add(
              "%s %s %s %s %s"
                  .formatted(
                      exchange.getRequestMethod(),
                      exchange.getRequestURI(),
                      exchange.getRequestHeaders().getFirst("X-A"),
                      exchange.getRequestHeaders().getFirst("Host").replaceAll(":.*", ""),
                      body));
          requests.incrementAndGet();
          exchange.sendResponseHeaders(201, -1);
          exchange.close();
        });
    ByteBuffer body = ByteBuffer.wrap("ä".getBytes(StandardCharsets.UTF_8));
    List<Header> fields = List.of(new Header("X-A", "1"));
    RequestMix mix =
        new RequestMix(
            List.of(
                new RequestSpec("POST", "/p?q=1", fields, body, 1),
                new RequestSpec("PUT", "/empty", fields, ByteBuffer.allocate(0), 1)),
            3);

    Figured figured = drive(open(100, 1_000, true), mix);

    assertThat(seen)
        .containsExactlyInAnyOrder("POST /p?q=1 1 127.0.0.1 ä", "PUT /empty 1 127.0.0.1 ");
    assertThat(requests).hasValue(100);
    assertThat(figured.latencies().getTotalCount()).isEqualTo(100);
    assertThat(figured.result().health().sent()).isEqualTo(100);
  }

  @Test
  void aStallIsSeenByAllRequestsThatWereDueInIt() throws Exception {
    AtomicLong first = new AtomicLong();
    server.createContext(
        "/",
        exchange -> {
          long now = System.nanoTime();
          first.compareAndSet(0, now);
          long since = TimeUnit.NANOSECONDS.toMillis(now - first.get());
          if (since >= 1_000 && since < 2_000) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(2_000 - since));
          }
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });

    Figured figured = drive(open(100, 3_000, true), GET);

    assertThat(figured.latencies().getTotalCount()).isEqualTo(300);
    assertThat(figured.latencies().getValueAtPercentile(50)).isLessThan(300_000);
    assertThat(figured.latencies().getValueAtPercentile(90)).isBetween(400_000L, 1_500_000L);
    long over = figured.latencies().getCountBetweenValues(100_000, 10_000_000);
    assertThat(over).as("requests of the stall").isBetween(70L, 200L);
  }

  @Test
  void aConnectionThatEndsWithItsAnswerIsNotUsedAgain() throws Exception {
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().set("Connection", "close");
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });

    assertThat(drive(open(200, 1_000, true), GET).result().failed(segment -> true)).isZero();
  }

  @Test
  void aServerThatClosesWithoutAWordCostsNoRequest() throws Exception {
    try (CountingServer wire =
        new CountingServer("HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nhi", true)) {
      Figured figured = drive(wire.port(), open(200, 1_000, true), GET);

      assertThat(figured.result().failed(segment -> true)).isZero();
      assertThat(figured.latencies().getTotalCount()).isEqualTo(200);
    }
  }

  @Test
  void anAnswerMayEndWithItsConnection() throws Exception {
    try (CountingServer wire = new CountingServer("HTTP/1.0 200 OK\r\n\r\nhi", true)) {
      assertThat(drive(wire.port(), open(50, 1_000, true), GET).result().failed(segment -> true))
          .isZero();
    }
  }

  @Test
  void anAnswerThatIsCutIsAFailure() throws Exception {
    try (CountingServer wire =
        new CountingServer("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhi", true)) {
      Figured figured = drive(wire.port(), open(50, 1_000, true), GET);

      assertThat(figured.result().segments().getFirst().failures())
          .isEqualTo(new Failures(Map.of(Failures.CLOSED, 50L)));
    }
  }

  @Test
  void aConnectionThatIsResetIsAFailureWithItsException() throws Exception {
    try (ServerSocket port = new ServerSocket(0, 1_024, loopback())) {
      Thread.ofVirtual().start(() -> resetAll(port));

      Figured figured = drive(port.getLocalPort(), open(50, 1_000, true), GET);

      assertThat(figured.result().segments().getFirst().failures())
          .isNotNull()
          .extracting(Failures::byCause)
          .asInstanceOf(InstanceOfAssertFactories.map(String.class, Long.class))
          .hasSize(1)
          .hasKeySatisfying(
              new Condition<>(cause -> cause.matches("connection broken \\(.+reset.*\\)"), "reset"))
          .containsValue(50L);
    }
  }

  /** Resets each connection once its request has arrived. */
  private static void resetAll(ServerSocket port) {
    try {
      while (true) {
        Socket client = port.accept();
        client.setSoLinger(true, 0);
        client.getInputStream().readNBytes(1);
        client.close();
      }
    } catch (IOException e) {
      // closed
    }
  }

  @Test
  void whatIsNeverAnsweredTakesPartWithItsWait() throws Exception {
    try (CountingServer wire = new CountingServer("", false)) {
      Figured figured = drive(wire.port(), open(50, 1_000, true), GET);

      assertThat(figured.latencies().getTotalCount()).isZero();
      assertThat(figured.waited().getTotalCount()).isEqualTo(50);
      assertThat(figured.waited().getMinValue()).isGreaterThan(900_000);
    }
  }

  @Test
  void aLoadThatIsStoppedKeepsWhatWasMeasured() throws Exception {
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    UrlLoad load = new UrlLoad(open(100, 60_000, true), origin(server.getAddress().getPort()));
    await().until(() -> load.view().counts().answered() > 20);

    load.stop();

    Figured figured = load.figures();
    assertThat(figured.latencies().getTotalCount()).isGreaterThan(20);
    assertThat(figured.result().health().scheduled()).isLessThan(6_000);
    assertThat(figured.lasted()).isLessThan(Duration.ofSeconds(60));
  }

  @Test
  void usersOfAClosedLoadAskInTurn() throws Exception {
    try (CountingServer quick = new CountingServer()) {
      LoadSpec spec = load(Model.CLOSED, 4, List.of(new Segment(Kind.STEADY, 1, 0, 500)), true);

      Figured figured = drive(quick.port(), spec, GET);

      assertThat(figured.latencies().getTotalCount()).isEqualTo(quick.requests()).isPositive();
    }
  }

  @Test
  void newConnectionsWorkAsWell() throws Exception {
    Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
    server.createContext(
        "/",
        exchange -> {
          clients.add(exchange.getRemoteAddress());
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });

    assertThat(drive(open(50, 1_000, false), GET).latencies().getTotalCount()).isEqualTo(50);
    assertThat(clients).hasSize(50);
  }

  private Figured drive(LoadSpec spec, RequestMix mix) throws Exception {
    return drive(server.getAddress().getPort(), spec, mix);
  }

  private static Figured drive(int port, LoadSpec spec, RequestMix mix) throws Exception {
    UrlLoad load = new UrlLoad(spec.sending(mix), origin(port));
    await().atMost(Duration.ofSeconds(60)).until(() -> load.await(Duration.ofMillis(10)));
    return load.figures();
  }

  private static Origin origin(int port) {
    return new Origin("127.0.0.1", port);
  }

  private static LoadSpec open(double perSecond, long millis, boolean keepAlive) {
    return load(
        Model.OPEN, USERS, List.of(new Segment(Kind.STEADY, 1, perSecond, millis)), keepAlive);
  }

  private static LoadSpec load(Model model, int users, List<Segment> segments, boolean keepAlive) {
    return new LoadSpec(
        "/", keepAlive, users, model, segments, 1_000L * (keepAlive ? 3 : 10), 2, Arrivals.UNIFORM);
  }
}
