package tailgate.lab.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StatsGaugeTest {

  private final Set<InetSocketAddress> clients = ConcurrentHashMap.newKeySet();
  private final CountDownLatch over = new CountDownLatch(1);

  private HttpServer server;

  @BeforeEach
  void listen() throws Exception {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.start();
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
  }

  @Test
  void readsWorkersQueueAndRejectionsOverOneConnection() {
    answer(
        """
        {"pool": {"workers": 8, "busy": 3, "max": 8, "queued": 17, "capacity": 64},
         "connections": {"open": 20},
         "rejections": {"connections": 2, "executor": 5}}\
        """);
    StatsGauge gauge = gauge();

    gauge.read();

    assertThat(gauge.read())
        .containsOnly(
            entry("workers", 8.0),
            entry("busy", 3.0),
            entry("mostWorkers", 8.0),
            entry("queued", 17.0),
            entry("queueCapacity", 64.0),
            entry("connections", 20.0),
            entry("turnedAway", 7.0));
    assertThat(clients).hasSize(1);
  }

  @Test
  void whatAStageDoesNotHaveIsNoNumber() {
    answer("{\"pool\": {\"workers\": 2}, \"connections\": {\"open\": 1}, \"rejections\": {}}");

    Map<String, Double> values = gauge().read();

    assertThat(values).containsEntry("queued", Double.NaN).containsEntry("turnedAway", 0.0);
  }

  @Test
  void aStageThatDoesNotAnswerFailsNothing() {
    server.createContext("/stats", exchange -> waitUntilItIsOver());
    assertThat(gauge().read()).hasSize(7).containsValue(Double.NaN);

    StatsGauge gauge = gauge();
    server.stop(0);
    assertThat(gauge.read().values()).allMatch(value -> value.isNaN());
  }

  private void answer(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        "/stats",
        exchange -> {
          clients.add(exchange.getRemoteAddress());
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  private void waitUntilItIsOver() {
    try {
      over.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private StatsGauge gauge() {
    return new StatsGauge(
        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/stats"));
  }
}
