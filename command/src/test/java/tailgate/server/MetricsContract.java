package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tailgate.admin.Management;
import tailgate.admin.Sources;
import tailgate.content.TestSite;
import tailgate.metrics.PoolStatistics;
import tailgate.metrics.RequestMetrics;
import tailgate.metrics.StatusClass;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.ServerEvent;
import tailgate.server.stage.Stage;
import tailgate.trace.AccessLog;
import tailgate.trace.LogFormat;

/** What every stage owes those who measure it. */
abstract class MetricsContract extends LastResponseContract {

  private static final int CLIENTS = 64;
  private static final int EACH = 30;

  private final RequestMetrics metrics = new RequestMetrics(System::nanoTime);
  private final LongAdder sentByClients = new LongAdder();
  private final LongAdder receivedByClients = new LongAdder();

  @Test
  void countsAndMeasuresEachRequestOfManyClientsOnce() throws Exception {
    server.close();
    server = startObserved(Observation.of(System::nanoTime, metrics));
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        results.add(threads.submit(this::ask));
      }
      for (Future<?> result : results) {
        result.get();
      }
    }
    server.awaitConnections(0);
    Awaitility.await().until(() -> metrics.inFlight() == 0);
    int all = CLIENTS * EACH * 3;
    assertThat(metrics.ended().get(StatusClass.SUCCESS)).isEqualTo(CLIENTS * EACH * 2);
    assertThat(metrics.ended().get(StatusClass.CLIENT_ERROR)).isEqualTo(CLIENTS * EACH);
    assertThat(metrics.ended().total()).isEqualTo(all);
    assertThat(metrics.queueWait().total().getTotalCount()).isEqualTo(all);
    assertThat(metrics.service().total().getTotalCount()).isEqualTo(all);
    assertThat(metrics.total().total().getTotalCount()).isEqualTo(all);
    ServerCounters counters = server.server().counters();
    assertThat(counters.events(ServerEvent.ACCEPTED)).isEqualTo(CLIENTS);
    assertThat(server.server().closedConnections()).isEqualTo(CLIENTS);
    assertThat(counters.bytesReceived()).isEqualTo(sentByClients.sum());
    assertThat(counters.bytesSent()).isEqualTo(receivedByClients.sum());
  }

  @Test
  void logsEachRequestOfManyClientsInAWholeLineAndInOrder() throws Exception {
    server.close();
    Path file = root.resolve("access.log");
    try (AccessLog log = AccessLog.open(file.toString(), LogFormat.COMMON)) {
      server = startObserved(Observation.NONE.and(log));
      try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
        List<Future<?>> results = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
          String name = "/a.txt?client=" + i;
          results.add(threads.submit(() -> askInOrder(name)));
        }
        for (Future<?> result : results) {
          result.get();
        }
      }
      server.stop();
    }
    List<String> lines = Files.readAllLines(file);
    assertThat(lines).hasSize(CLIENTS * EACH);
    for (int i = 0; i < CLIENTS; i++) {
      String prefix = "\"GET /a.txt?client=" + i + "&n=";
      assertThat(lines.stream().filter(line -> line.contains(prefix)))
          .extracting(line -> line.replaceFirst(".*&n=", ""))
          .containsExactlyElementsOf(
              IntStream.range(0, EACH).mapToObj(n -> n + " HTTP/1.1\" 200 5").toList());
    }
  }

  private Void askInOrder(String target) throws Exception {
    try (RawClient client = server.connect()) {
      for (int n = 0; n < EACH; n++) {
        client.get(target + "&n=" + n).read();
      }
    }
    return null;
  }

  @Test
  void letsItsWorkersBeSeenWhereItHasAny() {
    Stage stage = stage();
    Awaitility.await() // its threads count as busy until they have found nothing to do
        .until(() -> stage.pool().statistics().busy().orElse(0) == 0);
    PoolStatistics pool = stage.pool().statistics();
    stage.executor().stop();
    assertThat(pool.workers()).isPresent();
    pool.min().ifPresent(min -> assertThat(pool.workers().orElseThrow()).isEqualTo(min));
    pool.queued().ifPresent(queued -> assertThat(queued).isZero());
    assertThat(pool.capacity().isPresent()).isEqualTo(pool.queued().isPresent());
  }

  @Test
  void canBeSeenWhileEveryWorkerIsStuck() throws Exception {
    server.close();
    CountDownLatch release = new CountDownLatch(1);
    server = start(TestServer.config(), blockedBy(release));
    List<RawClient> stuck = new ArrayList<>();
    var sources = new Sources(null, metrics, null, null, () -> true);
    try (Management management = new Management(server.server(), sources)) {
      for (int i = 0; i < 200; i++) { // more than any stage has workers, or they have a queue
        stuck.add(server.connect().get("/a.txt"));
      }
      management.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), host -> false);
      try (RawClient admin = new RawClient(management.address().orElseThrow())) {
        for (String page : List.of("/health/live", "/health/ready", "/stats", "/metrics")) {
          assertThat(admin.get(page).read().status()).isEqualTo(200);
        }
        assertThat(admin.get("/threads").read().text()).contains(ContractFixture.class.getName());
      }
    } finally {
      release.countDown();
      for (RawClient client : stuck) {
        client.close();
      }
    }
  }

  private Void ask() throws Exception {
    try (RawClient client = server.connect()) {
      for (int i = 0; i < EACH; i++) {
        timing(client, "/a.txt");
        timing(client, "/missing");
        timing(client, "/b.txt");
      }
    }
    return null;
  }

  private void timing(RawClient client, String target) throws Exception {
    String request = Wire.get(target);
    RawClient.Reply reply = client.send(request).read();
    sentByClients.add(request.length());
    receivedByClients.add(reply.head().length() + reply.body().length);
  }

  private TestServer startObserved(Observation observation) {
    Stage stage = stage();
    return TestServer.start(
        stage.with(stage.dispatch(), true), TestServer.config(), TestSite.files(root), observation);
  }
}
