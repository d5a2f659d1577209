package tailgate.admin;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.admin.AdminPage.Answer;
import tailgate.server.RawClient;
import tailgate.server.RawClient.Reply;

/** The event stream in wire bytes. Its samples are added by hand, its deadlines swept by hand. */
@Tag("slow")
final class EventStreamTest {

  private static final Duration LIMIT = Duration.ofSeconds(20);
  private static final AdminPage OTHER = request -> Answer.text(200, "other");

  private final AtomicLong now = new AtomicLong();
  private final StatsHistory history = new StatsHistory();
  private final ThreadWatchdog deadlines = new ThreadWatchdog(LIMIT, now::get);
  private final AdminRefusals refusals = new AdminRefusals();

  /** Volatile: set by the test, read by the threads of the server. */
  private volatile boolean crowded;

  private final EventStream streams =
      new EventStream(history, deadlines, refusals, "run", () -> crowded);
  private final List<RawClient> clients = new ArrayList<>();

  private AdminServer server;

  @BeforeEach
  void start() throws IOException {
    Map<String, HttpHandler> pages = Map.of("/events", streams, "/other", OTHER);
    InetAddress loopback = InetAddress.getLoopbackAddress();
    AccessCheck access = new AccessCheck(loopback, host -> false);
    server =
        new AdminServer(
            new InetSocketAddress(loopback, 0), new Router(access, deadlines, refusals, pages));
    server.start();
  }

  @AfterEach
  void stop() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
    streams.close();
    server.close();
  }

  // ---- what is sent

  @Test
  void aNewcomerGetsWhatWasAndThenWhatComes() throws IOException {
    add(2);
    RawClient client = watch("");
    assertThat(readUntil(client, "id: run-2\n"))
        .containsIgnoringCase("Content-Type: text/event-stream\r\n")
        .containsIgnoringCase("Cache-Control: no-store\r\n")
        .contains("\r\n\r\nretry: 2000\n\nevent: server\ndata: {\"run\":\"run\"}\n\n")
        .contains("\n\nid: run-1\ndata: {\"timeMillis\":1000,");
    add(1);
    assertThat(readUntil(client, "id: run-3\n")).doesNotContain("id: run-2\n");
  }

  @Test
  void whoConnectsAgainGetsWhatCameMeanwhile() throws IOException {
    add(4);
    assertThat(readUntil(watch("Last-Event-ID: run-2\r\n"), "id: run-4\n"))
        .contains("id: run-3\n")
        .doesNotContain("id: run-2\n");
  }

  @ParameterizedTest
  @ValueSource(strings = {"before-2", "run-3", "run-", "run-x", "run-99999999999999999999", "2"})
  void anIdThatWasNeverSentCountsForNothing(String id) throws IOException {
    add(2);
    assertThat(readUntil(watch("Last-Event-ID: " + id + "\r\n"), "id: run-2\n"))
        .contains("id: run-1\n");
  }

  /** Else no thread might be left for a health check. */
  @Test
  void theStreamsEndAtTheNextSampleIfRequestsWait() throws IOException {
    watch("");
    awaitOpen(1);
    crowded = true;
    add(1);
    awaitOpen(0);
  }

  @Test
  void aHeadIsNoStream() throws IOException {
    RawClient client = connect(0).send("HEAD /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    Reply reply = client.readHeadOnly();
    assertThat(reply.status()).isEqualTo(200);
    assertThat(reply.field("Content-Type")).isEqualTo(EventStream.TYPE);
    awaitOpen(0);
  }

  // ---- those who do not read

  @Test
  void whoNeverReadsIsDroppedAndHarmsNobody() throws IOException {
    RawClient healthy = watch("");
    RawClient stuck = connect(1024);
    stuck.send("GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n");
    awaitOpen(2);
    for (int i = 0; i < 100; i++) {
      history.add(SomeStats.ofLength(200_000)); // more than any buffer between the two takes
    }
    add(1);
    readUntil(healthy, "id: run-101\n"); // not held up by the other
    assertThat(other()).isEqualTo("other\n");
    Awaitility.await().until(() -> deadlines.watched() == 1); // only that one still writes

    now.addAndGet(LIMIT.toNanos());
    deadlines.sweep();
    awaitOpen(1);
    add(1);
    readUntil(healthy, "id: run-102\n");
    assertThat(other()).isEqualTo("other\n");
  }

  @Test
  void whoIsGoneLosesHisPlace() throws IOException {
    RawClient client = watch("");
    awaitOpen(1);
    client.reset();
    Awaitility.await()
        .until(
            () -> {
              add(1);
              return streams.open() == 0;
            });
  }

  @Test
  void whoSendsNoBodyAfterAllIsDroppedToo() throws IOException {
    RawClient client = connect(0);
    client.send("GET /other HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n");
    Awaitility.await().until(() -> deadlines.watched() == 1);
    now.addAndGet(LIMIT.toNanos());
    deadlines.sweep();
    Awaitility.await().until(() -> deadlines.watched() == 0);
  }

  // ---- how many

  @Test
  void thereAreSoManyPlacesAndNotOneMore() throws IOException {
    for (int i = 0; i < EventStream.MAX_CLIENTS; i++) {
      watch("");
    }
    awaitOpen(EventStream.MAX_CLIENTS);
    Reply refused = connect(0).send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n").read();
    assertThat(refused.status()).isEqualTo(503);
    assertThat(refused.field("Retry-After")).isEqualTo("5");
    assertThat(refusals.byCause()).containsEntry("busy", 1L);
    assertThat(other()).isEqualTo("other\n");

    clients.getFirst().reset();
    Awaitility.await()
        .until(
            () -> {
              add(1);
              return streams.open() < EventStream.MAX_CLIENTS;
            });
    readUntil(watch(""), "id: run-1\n");
  }

  // ---- the end

  @Test
  void allEndWhenTheyAreClosed() throws IOException {
    RawClient client = connect(0).send("GET /events HTTP/1.1\r\nHost: localhost\r\n\r\n");
    awaitOpen(1);
    readUntil(client, "event: server");
    streams.close();
    readUntil(client, "0\r\n\r\n"); // the last chunk: nothing was cut off
    assertThat(client.isClosedByServer()).isTrue();
    assertThat(streams.open()).isZero();
  }

  @Test
  void theServerEndsAlsoUnderOneThatIsStuck() throws IOException {
    RawClient stuck = connect(1024);
    stuck.send("GET /events HTTP/1.0\r\nHost: localhost\r\n\r\n");
    awaitOpen(1);
    for (int i = 0; i < 100; i++) {
      history.add(SomeStats.ofLength(200_000));
    }
    Awaitility.await().until(() -> deadlines.watched() == 1);
    streams.close();
    server.close();
    awaitOpen(0);
  }

  private RawClient connect(int receiveBuffer) throws IOException {
    RawClient client = new RawClient(server.address(), receiveBuffer);
    clients.add(client);
    return client;
  }

  /** By HTTP/1.0, so that there are no chunks between the events. */
  private RawClient watch(String field) throws IOException {
    return connect(0).send("GET /events HTTP/1.0\r\nHost: localhost\r\n" + field + "\r\n");
  }

  private String other() throws IOException {
    try (RawClient client = new RawClient(server.address())) {
      return client.send("GET /other HTTP/1.1\r\nHost: localhost\r\n\r\n").read().text();
    }
  }

  private void add(int samples) {
    for (int i = 0; i < samples; i++) {
      history.add(SomeStats.of(i));
    }
  }

  private void awaitOpen(int count) {
    Awaitility.await().until(() -> streams.open() == count);
  }

  /** All up to where this appears; keeps only as much as it has to. */
  private static String readUntil(RawClient client, String text) throws IOException {
    StringBuilder all = new StringBuilder();
    while (all.indexOf(text, Math.max(0, all.length() - (66 << 10))) < 0) {
      String more = client.readOnce();
      assertThat(more).as("before " + text).isNotEmpty();
      all.append(more);
    }
    return all.toString();
  }
}
