package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.BindException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import javax.management.openmbean.CompositeData;
import javax.management.openmbean.TabularData;
import javax.management.remote.JMXConnector;
import javax.management.remote.JMXConnectorFactory;
import javax.management.remote.JMXConnectorServer;
import javax.management.remote.JMXConnectorServerFactory;
import javax.management.remote.JMXServiceURL;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.metrics.CarrierHealth;
import tailgate.metrics.PoolGauges;
import tailgate.metrics.PoolStatistics;
import tailgate.metrics.RequestMetrics;
import tailgate.server.RawClient;
import tailgate.server.RawClient.Reply;
import tailgate.server.TestServer;

/** The admin endpoint in wire bytes. */
@Tag("slow")
final class ManagementTest {

  private final PoolGauges pool =
      new PoolGauges() {
        @Override
        public PoolStatistics statistics() {
          return PoolStatistics.pool(3, 2, 1, 9, 4, 5);
        }

        @Override
        public Optional<CarrierHealth> carriers() {
          return Optional.of(carriers);
        }
      };

  /** Volatile: read by threads of the admin port. */
  private volatile CarrierHealth carriers = CarrierHealth.FREE;

  private final RequestMetrics metrics = new RequestMetrics(System::nanoTime);

  @TempDir Path root;

  private TestServer server;
  private Management management;

  @BeforeEach
  void start() throws IOException {
    start(metrics);
  }

  private void start(@Nullable RequestMetrics measured) throws IOException {
    Files.writeString(root.resolve("a.txt"), "alpha");
    WatchedServer watched = WatchedServer.start(root, measured, pool);
    server = watched.server();
    management = watched.management();
  }

  @AfterEach
  void stop() {
    management.close();
    server.close();
  }

  // ---- pages

  @ParameterizedTest
  @CsvSource({
    "/metrics, text/plain; version=0.0.4; charset=utf-8",
    "/stats, application/json",
    "/health/live, text/plain; charset=utf-8",
    "/health/ready, text/plain; charset=utf-8",
    "/threads, text/plain; charset=utf-8",
    "/stats?pretty, application/json",
  })
  void answersGetAndHead(String target, String type) throws IOException {
    try (RawClient client = connect()) {
      Reply reply = client.get(target).read();
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.field("Content-Type")).isEqualTo(type);
      assertThat(reply.field("Cache-Control")).isEqualTo("no-store");
      assertThat(reply.body()).isNotEmpty();

      Reply head =
          client.send("HEAD " + target + " HTTP/1.1\r\nHost: localhost\r\n\r\n").readHeadOnly();
      assertThat(head.status()).isEqualTo(200);
      assertThat(Integer.parseInt(String.valueOf(head.field("Content-Length")))).isPositive();
      assertThat(client.get("/health/live").read().text()).isEqualTo("live\n");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "/, text/html; charset=utf-8",
    "/page/style.css, text/css; charset=utf-8",
    "/page/icon.svg, image/svg+xml",
    "/page/chart.js, text/javascript; charset=utf-8",
    "/page/live.js, text/javascript; charset=utf-8",
    "/page/points.js, text/javascript; charset=utf-8",
    "/page/charts.js, text/javascript; charset=utf-8",
    "/page/figures.js, text/javascript; charset=utf-8",
    "/page/plot.js, text/javascript; charset=utf-8",
    "/page/tables.js, text/javascript; charset=utf-8",
    "/page/format.js, text/javascript; charset=utf-8",
    "/page/dom.js, text/javascript; charset=utf-8",
  })
  void partsOfThePageAreKeptByBrowsersAndAskedFor(String target, String type) throws IOException {
    try (RawClient client = connect()) {
      Reply reply = client.get(target).read();
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.field("Content-Type")).isEqualTo(type);
      assertThat(reply.field("Cache-Control")).isEqualTo("no-cache");
      assertThat(reply.body()).isNotEmpty();

      Reply same = client.get(target, "If-None-Match: " + reply.field("ETag")).readHeadOnly();
      assertThat(same.status()).isEqualTo(304);
      assertThat(same.field("ETag")).isEqualTo(reply.field("ETag"));
      assertThat(client.get(target, "If-None-Match: \"x\"").read().status()).isEqualTo(200);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/page/live.js", "/stats", "/missing"})
  void nothingFromElsewhereIsLoadedOrGuessed(String target) throws IOException {
    try (RawClient client = connect()) {
      Reply reply = client.get(target).read();
      assertThat(reply.field("Content-Security-Policy")).startsWith("default-src 'self';");
      assertThat(reply.field("X-Content-Type-Options")).isEqualTo("nosniff");
      assertThat(reply.field("Cross-Origin-Resource-Policy")).isEqualTo("same-origin");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"/", "/stats", "/metrics", "/threads", "/events", "/missing"})
  void doesNotAnswerThePagesOfOthers(String target) throws IOException {
    try (RawClient client = connect()) {
      client.send("GET " + target + " HTTP/1.1\r\nHost: evil.example:9010\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(403);
      client.get(target, "Sec-Fetch-Site: cross-site");
      assertThat(client.read().status()).isEqualTo(403);
    }
    assertThat(stats().at("/adminRefusals/forbidden").asInt()).isEqualTo(2);
  }

  @Test
  void streamsWhatStatsAnswers() throws IOException {
    askThePublicPort();
    try (RawClient client = connect()) {
      client.send("GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n");
      StringBuilder all = new StringBuilder();
      while (!Pattern.compile("(?s)\ndata: \\{\"time.*?\n\n").matcher(all).find()) {
        all.append(client.readOnce());
      }
      String data = all.substring(all.indexOf("\ndata: {\"time") + 6);
      JsonNode sample = json(data.substring(0, data.indexOf('\n')));
      assertThat(names(sample)).isEqualTo(names(stats()));
      assertThat(sample.at("/requests/total").asInt()).isEqualTo(3);
      assertThat(sample.at("/pool")).isEqualTo(stats().at("/pool"));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/x",
        "/page/",
        "/page/x.js",
        "/events/",
        "/stats/",
        "/metrics/x",
        "/health",
        "/..",
        "/%73tats/x"
      })
  void knowsNoOtherPath(String target) throws IOException {
    try (RawClient client = connect()) {
      assertThat(client.get(target).read().status()).isEqualTo(404);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"POST", "PUT", "DELETE", "OPTIONS", "get"})
  void knowsNoOtherMethod(String method) throws IOException {
    try (RawClient client = connect()) {
      Reply reply = client.send(method + " /stats HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
      assertThat(reply.status()).isEqualTo(405);
      assertThat(reply.field("Allow")).isEqualTo("GET, HEAD");
    }
  }

  @Test
  void whoNeverSendsAWholeRequestIsDropped() throws IOException {
    try (RawClient client = connect()) {
      client.send("GET /stats HTTP/1.1\r\nHost: local").readTimeout(50_000);
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void isNotThereOnThePublicPort() throws IOException {
    try (RawClient client = server.connect()) {
      for (String path : new String[] {"/metrics", "/stats", "/threads", "/health/live"}) {
        assertThat(client.get(path).read().status()).isEqualTo(404);
      }
    }
  }

  @Test
  void refusesAPortThatIsTaken() {
    Management second = WatchedServer.management(server, metrics);
    assertThatThrownBy(() -> second.listen(management.address().orElseThrow(), host -> false))
        .isInstanceOf(BindException.class);
    assertThat(second.address()).isEmpty();
  }

  // ---- figures

  @Test
  void statsHaveTheirDocumentedShape() throws IOException {
    askThePublicPort();
    JsonNode stats = stats();
    assertThat(names(stats))
        .containsExactlyInAnyOrder(
            "timeMillis",
            "uptimeSeconds",
            "state",
            "stage",
            "requests",
            "connections",
            "bytes",
            "rejections",
            "refusals",
            "timeouts",
            "adminRefusals",
            "handlerFailures",
            "pool",
            "cache",
            "jvm");
    assertThat(stats.at("/stage"))
        .isEqualTo(
            json(
                """
                {"name": "test", "dispatch": "request", "keepAlive": true, "reactors": 1, "workers": "one"}
                """));
    assertThat(stats.at("/pool"))
        .isEqualTo(
            json(
                """
                {"workers": 3, "busy": 2, "min": 1, "max": 9, "queued": 4, "capacity": 5}
                """));
    assertThat(stats.at("/cache"))
        .isEqualTo(
            json(
                """
                {"hits": 1, "misses": 2, "loads": 3, "failedLoads": 4, "loadNanos": 5, "kept": 6,
                 "evictions": 7, "removals": 8, "entries": 9, "bytes": 10, "diskFailures": 11}
                """));
    assertThat(stats.at("/timeouts"))
        .isEqualTo(
            json(
                """
                {"idle": 0, "head": 0, "body": 0, "write": 0}
                """));
    assertThat(stats.at("/rejections"))
        .isEqualTo(
            json(
                """
                {"connections": 0, "executor": 0, "memory": 0, "client": 0, "descriptors": 0, "codel": 0,
                 "deadline": 0, "admission": 0}
                """));
    assertThat(stats.at("/jvm/heapUsedBytes").asLong()).isPositive();
    assertThat(stats.at("/jvm/cpuNanos").asLong()).isPositive();
    assertThat(stats.at("/jvm/platformThreads").asInt()).isPositive();
    assertThat(stats.at("/jvm/collectors")).isNotEmpty();
  }

  @Test
  void statsCountAndMeasure() throws IOException {
    askThePublicPort();
    JsonNode stats = stats();
    assertThat(stats.at("/requests/total").asInt()).isEqualTo(3);
    assertThat(stats.at("/requests/inFlight").asInt()).isZero();
    assertThat(stats.at("/requests/byClass"))
        .isEqualTo(
            json(
                """
                {"2xx": 2, "3xx": 0, "4xx": 1, "5xx": 0}
                """));
    for (String latency : new String[] {"queueWait", "service", "total"}) {
      for (String span : new String[] {"last10Seconds", "lastMinute", "all"}) {
        JsonNode quantiles = stats.at("/requests/latencyNanos/" + latency + "/" + span);
        assertThat(names(quantiles))
            .containsExactlyInAnyOrder(
                "count", "min", "p50", "p90", "p95", "p99", "p999", "p9999", "max");
        assertThat(quantiles.get("count").asInt()).isEqualTo(3);
        assertThat(quantiles.get("p9999").asLong()).isEqualTo(quantiles.get("max").asLong());
      }
    }
    assertThat(stats.at("/connections/accepted").asInt()).isEqualTo(1);
    assertThat(stats.at("/connections/closed").asInt() + stats.at("/connections/open").asInt())
        .isEqualTo(1);
    assertThat(stats.at("/bytes/received").asInt()).isPositive();
  }

  @Test
  void withoutAValueThereAreNoQuantiles() throws IOException {
    assertThat(stats().at("/requests/latencyNanos/total/all")).isEqualTo(json("{\"count\": 0}"));
  }

  @Test
  void whatIsNotMeasuredIsAbsent() throws IOException {
    stop();
    start(null);
    askThePublicPort();
    assertThat(stats().has("requests")).isFalse();
    assertThat(stats().at("/connections/accepted").asInt()).isEqualTo(1);
    assertThat(page("/metrics")).doesNotContain("tailgate_request").contains("tailgate_sent_bytes");
  }

  // ---- Prometheus

  @Test
  void metricsCountAndMeasure() throws IOException {
    askThePublicPort();
    assertThat(page("/metrics").lines())
        .contains(
            "# TYPE tailgate_requests_total counter",
            "tailgate_requests_total{code=\"2xx\"} 2.0",
            "tailgate_requests_total{code=\"4xx\"} 1.0",
            "# TYPE tailgate_request_duration_seconds histogram",
            "tailgate_request_duration_seconds_bucket{le=\"+Inf\"} 3",
            "tailgate_request_queue_wait_seconds_count 3",
            "tailgate_request_service_seconds_count 3",
            "tailgate_pool_workers 3.0",
            "tailgate_pool_queue_length 4.0",
            "tailgate_cache_evictions_total 7.0",
            "tailgate_timeouts_total{cause=\"idle\"} 0.0",
            "tailgate_info{dispatch=\"request\",stage=\"test\"} 1");
  }

  @Test
  void speaksOpenMetricsToWhoAcceptsIt() throws IOException {
    try (RawClient client = connect()) {
      Reply reply =
          client.get("/metrics", "Accept: application/openmetrics-text; version=1.0.0").read();
      assertThat(reply.field("Content-Type")).startsWith("application/openmetrics-text");
      assertThat(reply.text()).contains("# UNIT tailgate_request_service_seconds seconds\n");
      assertThat(reply.text()).endsWith("# EOF\n");
    }
  }

  // ---- health and threads

  @Test
  void isNotReadyAsSoonAsItDrainsButLives() throws IOException {
    assertThat(status("/health/ready")).isEqualTo(200);
    management.drain();
    assertThat(status("/health/ready")).isEqualTo(503);
    assertThat(page("/health/ready")).isEqualTo("draining\n");
    assertThat(status("/health/live")).isEqualTo(200);
    assertThat(stats().get("state").asText()).isEqualTo("draining");
  }

  @Test
  void aStuckCarrierIsNamedAndTheServerLivesOn() throws IOException {
    carriers = new CarrierHealth(2, 1, 0, false, "carrier 1\n    at Handler.handle\n");

    assertThat(status("/health/live")).isEqualTo(200);
    assertThat(page("/health/live"))
        .isEqualTo(
            """
            live, but 1 of 2 carriers wait for a second or longer
            carrier 1
                at Handler.handle
            """);
    assertThat(stats().get("jvm").get("stuckCarriers").asInt()).isEqualTo(1);
    assertThat(page("/metrics")).contains("\ntailgate_stuck_carriers 1");
  }

  @Test
  void aServerWhoseCarriersAreAllStuckDoesNotLive() throws IOException {
    carriers = new CarrierHealth(2, 2, 0, true, "carrier 1\n    at Handler.handle\n");

    assertThat(status("/health/live")).isEqualTo(503);
    assertThat(page("/health/live"))
        .startsWith("stuck: all 2 carriers wait for a second or longer\ncarrier 1\n");
  }

  /** Of each, more bytes are asked for than the kernel takes, and none are read. */
  @Test
  void healthIsAnsweredWhileAllOtherThreadsAreHeld() throws Exception {
    List<RawClient> stuck = new ArrayList<>();
    try {
      for (int i = 0; i < 60; i++) {
        stuck.add(askForMuch());
      }
      Awaitility.await()
          .untilAsserted(
              () -> {
                stuck.add(askForMuch()); // some of the others were refused, and so are done
                assertThat(threadsThatWrite()).isGreaterThanOrEqualTo(AdminServer.MAX_PAGES);
                assertThat(status("/health/live")).isEqualTo(200);
                assertThat(status("/health/ready")).isEqualTo(200);
                assertThat(status("/stats")).as("they are held until now").isEqualTo(503);
              });
    } finally {
      for (RawClient client : stuck) {
        client.reset();
      }
    }
  }

  private RawClient askForMuch() throws IOException {
    RawClient client = new RawClient(management.address().orElseThrow(), 1024);
    client.send("GET /page/chart.js HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(40));
    return client;
  }

  private static long threadsThatWrite() {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> thread.getKey().getName().startsWith("tailgate-admin-"))
        .filter(
            thread ->
                Arrays.stream(thread.getValue())
                    .anyMatch(call -> call.getClassName().equals("sun.nio.ch.SocketChannelImpl")))
        .count();
  }

  @Test
  void aServerThatIsPolledHasFewThreads() throws IOException {
    try (RawClient client = connect()) {
      for (int i = 0; i < 60; i++) {
        client.get("/stats").read();
      }
    }
    assertThat(adminThreads()).isLessThan(20);
  }

  private static long adminThreads() {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("tailgate-admin-"))
        .count();
  }

  @Test
  void threadsIncludeVirtualOnes() throws Exception {
    Thread parked = Thread.ofVirtual().name("a-virtual-one").start(LockSupport::park);
    try {
      assertThat(page("/threads")).contains("a-virtual-one").contains("tailgate-reactor-1");
    } finally {
      LockSupport.unpark(parked);
      parked.join();
    }
  }

  // ---- JMX

  @Test
  void hasAnMxBeanUntilItIsClosed() throws Exception {
    askThePublicPort();
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = ObjectName.getInstance("tailgate:type=Server");
    Awaitility.await().until(() -> beans.isRegistered(name));
    CompositeData stats = (CompositeData) beans.getAttribute(name, "Stats");
    assertThat(stats.get("state")).isEqualTo("ready");
    assertThat(composite(stats, "requests").get("total")).isEqualTo(3L);
    CompositeData minute =
        composite(composite(stats, "requests", "latencyNanos"), "total", "lastMinute");
    assertThat(minute.get("p99")).isInstanceOf(Long.class);
    assertThat(minute.get("count")).isEqualTo(3L);
    CompositeData pool = composite(stats, "pool");
    assertThat(pool.get("workers")).isEqualTo(3);
    assertThat(pool.get("resizes")).isNull();
    management.close();
    assertThat(beans.isRegistered(name)).isFalse();
  }

  /** What is read over a connector: a client has none of Tailgate's classes, only open types. */
  @Test
  @SuppressWarnings("BanJNDI") // connects to this very process
  void aJmxClientReadsItOverTheNetwork() throws Exception {
    askThePublicPort();
    ObjectName name = ObjectName.getInstance("tailgate:type=Server");
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    Awaitility.await().until(() -> beans.isRegistered(name));
    var any = new JMXServiceURL("service:jmx:rmi://127.0.0.1");
    JMXConnectorServer connector =
        JMXConnectorServerFactory.newJMXConnectorServer(any, null, beans);
    connector.start();
    try (JMXConnector client = JMXConnectorFactory.connect(connector.getAddress())) {
      CompositeData stats =
          (CompositeData) client.getMBeanServerConnection().getAttribute(name, "Stats");
      assertThat(stats.get("cache")).isInstanceOf(CompositeData.class);
      assertThat(stats.get("timeouts")).isInstanceOf(TabularData.class);
      assertThat(composite(stats, "jvm").get("collectors")).isInstanceOf(CompositeData[].class);
    } finally {
      connector.stop();
    }
  }

  private static CompositeData composite(CompositeData from, String... path) {
    CompositeData at = from;
    for (String name : path) {
      at = (CompositeData) at.get(name);
    }
    return at;
  }

  // ---- the end

  @Test
  void leavesNoThreadBehind() throws IOException {
    page("/stats");
    try (RawClient watcher = connect()) {
      watcher.get("/events").readHead();
      stop();
    }
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .extracting(Thread::getName)
                    .noneMatch(name -> name.startsWith("tailgate-") || name.startsWith("HTTP-")));
  }

  /** Three requests: two files and one that is not there. */
  private void askThePublicPort() throws IOException {
    try (RawClient client = server.connect()) {
      client.get("/a.txt").read();
      client.get("/a.txt").read();
      client.get("/missing").read();
    }
    Awaitility.await().until(() -> server.server().openConnections() == 0);
  }

  private RawClient connect() throws IOException {
    return new RawClient(management.address().orElseThrow());
  }

  private String page(String target) throws IOException {
    try (RawClient client = connect()) {
      return client.get(target).read().text();
    }
  }

  private int status(String target) throws IOException {
    try (RawClient client = connect()) {
      return client.get(target).read().status();
    }
  }

  private JsonNode stats() throws IOException {
    return json(page("/stats"));
  }

  private static JsonNode json(String text) throws IOException {
    return new ObjectMapper().readTree(text);
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new TreeSet<>();
    node.fieldNames().forEachRemaining(names::add);
    return names;
  }
}
