package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import tailgate.metrics.PoolStatistics;
import tailgate.metrics.RequestMetrics;
import tailgate.metrics.StatusClass;
import tailgate.trace.AccessLog;
import tailgate.trace.LogFormat;

/** What every stage owes those who measure it. */
abstract class MetricsContract extends AdversityContract {

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
    awaitNoConnections(server);
    Awaitility.await().until(() -> metrics.inFlight() == 0);
    int all = CLIENTS * EACH * 3;
    assertThat(metrics.ended().get(StatusClass.SUCCESS)).isEqualTo(CLIENTS * EACH * 2);
    assertThat(metrics.ended().get(StatusClass.CLIENT_ERROR)).isEqualTo(CLIENTS * EACH);
    assertThat(metrics.ended().total()).isEqualTo(all);
    assertThat(metrics.queueWait().total().getTotalCount()).isEqualTo(all);
    assertThat(metrics.service().total().getTotalCount()).isEqualTo(all);
    assertThat(metrics.total().total().getTotalCount()).isEqualTo(all);
    ServerCounters counters = server.server().counters();
    assertThat(counters.accepted.sum()).isEqualTo(CLIENTS);
    assertThat(counters.responses.sum()).isEqualTo(all);
    assertThat(counters.bytesReceived.sum()).isEqualTo(sentByClients.sum());
    assertThat(counters.bytesSent.sum()).isEqualTo(receivedByClients.sum());
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
    PoolStatistics pool = stage().pool().statistics();
    assertThat(pool.workers()).isPresent();
    pool.min().ifPresent(min -> assertThat(pool.workers().orElseThrow()).isEqualTo(min));
    pool.busy().ifPresent(busy -> assertThat(busy).isZero());
    pool.queued().ifPresent(queued -> assertThat(queued).isZero());
    assertThat(pool.capacity().isPresent()).isEqualTo(pool.queued().isPresent());
  }

  private Void ask() throws Exception {
    try (RawClient client = server.connect()) {
      for (int i = 0; i < EACH; i++) {
        exchange(client, "/a.txt");
        exchange(client, "/missing");
        exchange(client, "/b.txt");
      }
    }
    return null;
  }

  private void exchange(RawClient client, String target) throws Exception {
    String request = "GET " + target + " HTTP/1.1\r\nHost: test\r\n\r\n";
    RawClient.Reply reply = client.send(request).read();
    sentByClients.add(request.length());
    receivedByClients.add(reply.head().length() + reply.body().length);
  }

  private TestServer startObserved(Observation observation) {
    Stage stage = stage();
    return TestServer.start(
        stage.with(stage.dispatch(), true),
        TestServer.config(),
        TestServer.files(root),
        observation);
  }
}
