package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.ConnectException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tailgate.content.TestSite;
import tailgate.server.RawClient.Reply;

/** What every stage owes its clients when it stops: nothing that was received is lost. */
abstract class StopContract extends MetricsContract {

  private static final int CLIENTS = 8;
  private static final long LONGER_THAN_THE_GRACE_MILLIS = 400;
  private static final Duration LONGEST_SILENCE = ServerConfig.DEFAULT_STOP_GRACE.dividedBy(2);

  @Test
  void finishesTheResponseInFlightBeforeItStops() throws Exception {
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      String head = client.get("/big.bin").readHead();
      var stopped = stopInBackground();
      byte[] body = client.readBytes(BIG);
      assertThat(head).contains("Content-Length: " + BIG);
      assertThat(body).isEqualTo(bytes(BIG));
      assertThat(client.isClosedByServer()).isTrue();
      assertThat(stopped.get()).isTrue();
    }
  }

  @Test
  void waitsForTheWorkOfADeferredResponseBeforeItStops() throws Exception {
    server.close();
    var work = new CompletableFuture<Void>();
    server = start(TestServer.config(), deferredBy(work));
    try (RawClient client = server.connect()) {
      client.get("/a.txt");
      server.awaitConnections(1);
      server.server().announceStop();
      var stopped = stopInBackground();
      work.complete(null);
      Reply reply = client.read();
      assertThat(reply.text()).isEqualTo("alpha");
      assertThat(reply.field("Connection")).isEqualTo("close");
      assertThat(stopped.get()).isTrue();
    }
  }

  @Test
  void cutsOffADeferredResponseWhoseWorkIsNeverDone() throws Exception {
    server.close();
    server = start(TestServer.config(), deferredBy(new CompletableFuture<>()));
    try (RawClient client = server.connect()) {
      client.get("/a.txt");
      server.awaitConnections(1);
      assertThat(server.server().stop(Duration.ofMillis(50))).isFalse();
      server.awaitConnections(0);
    }
  }

  @Test
  void closesAnIdleConnectionWhenItStops() throws Exception {
    try (RawClient client = server.connect()) {
      client.get("/a.txt").read();
      assertThat(server.stop()).isTrue();
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertThatThrownBy(() -> server.connect()).isInstanceOf(ConnectException.class);
  }

  @Test
  void closesAConnectionWithHalfAHeadWhenItStops() throws Exception {
    try (RawClient client = server.connect()) {
      client.send("GET / HT");
      awaitReceived(8);
      assertThat(server.stop()).isTrue();
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void answersARequestWhoseBodyIsStillArrivingWhenItStops() throws Exception {
    try (RawClient client = server.connect()) {
      String half =
          Wire.lines(
              """
              GET /a.txt HTTP/1.1
              Host: test
              Content-Length: 10

              half,\
              """);
      client.send(half);
      awaitReceived(half.length());
      var stopped = stopInBackground();
      Thread.sleep(LONGER_THAN_THE_GRACE_MILLIS);
      assertThat(client.send(" half").read().text()).isEqualTo("alpha");
      assertThat(client.isClosedByServer()).isTrue();
      assertThat(stopped.get()).isTrue();
    }
  }

  private void awaitReceived(long bytes) {
    Awaitility.await().until(() -> server.server().counters().bytesReceived() == bytes);
  }

  @Test
  void saysCloseFromTheAnnouncementOnAndGoesOnToServe() throws Exception {
    try (RawClient kept = server.connect()) {
      Reply before = kept.get("/a.txt").read();
      assertThat(before.field("Connection")).isNull();
      server.server().announceStop();
      Reply after = kept.get("/a.txt").read();
      assertThat(after.field("Connection")).isEqualTo("close");
      assertThat(after.text()).isEqualTo("alpha");
      assertThat(kept.isClosedByServer()).isTrue();
    }
    assertServes(server);
  }

  @Test
  void answersThoseWhoAreConnectedAndNotYetAccepted() throws Exception {
    server.close();
    CountDownLatch release = new CountDownLatch(1);
    server = start(TestServer.config(), blockedBy(release));
    List<RawClient> clients = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      clients.add(server.connect().get("/a.txt")); // one thread: all but the first wait
    }
    var stopped = stopInBackground();
    release.countDown();
    for (RawClient client : clients) {
      assertThat(client.read().text()).isEqualTo("alpha");
      client.close();
    }
    assertThat(stopped.get()).isTrue();
  }

  @Test
  void losesNoRequestOfActiveClients() throws Exception {
    server.close();
    server =
        start(TestServer.configWithGrace(ServerConfig.DEFAULT_STOP_GRACE), TestSite.files(root));
    AtomicBoolean stopping = new AtomicBoolean();
    CountDownLatch answered = new CountDownLatch(CLIENTS);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        long thinkMillis = i % 4;
        clients.add(threads.submit(() -> useUntilItStops(stopping, answered, thinkMillis)));
      }
      answered.await();
      stopping.set(true);
      assertThat(server.stop()).isTrue();
      for (Future<?> client : clients) {
        client.get();
      }
    }
  }

  /**
   * Sends requests, on one connection until the server closes it, as long as it can connect. If the
   * machine holds it up for so long that the server takes it for idle, it may lose a request.
   */
  private @Nullable Void useUntilItStops(
      AtomicBoolean stopping, CountDownLatch answered, long thinkMillis) throws Exception {
    while (true) {
      try (RawClient client = server.connect()) {
        boolean goesOn = true;
        while (goesOn) {
          long silentSince = System.nanoTime();
          Thread.sleep(thinkMillis);
          answered.countDown();
          client.get("/a.txt");
          boolean late = System.nanoTime() - silentSince > LONGEST_SILENCE.toNanos();
          try {
            goesOn = client.read().field("Connection") == null;
          } catch (IOException e) {
            assertThat(late).as(e.toString()).isTrue();
            goesOn = false;
          }
        }
      } catch (ConnectException e) {
        assertThat(stopping).isTrue();
        return null;
      }
    }
  }

  @Test
  void cutsOffWhatDoesNotFinishInTime() throws Exception {
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      client.get("/big.bin").readHead();
      assertThat(server.server().stop(Duration.ofMillis(50))).isFalse();
      server.awaitConnections(0);
    }
  }

  @Test
  void leavesNoThreadBehind() throws IOException, InterruptedException {
    assertServes(server);
    server.stop();
    Awaitility.await()
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> isOfServer(thread.getName())));
  }

  /** Those of the reserve are of the process, in which other tests may have started a command. */
  private static boolean isOfServer(String thread) {
    return thread.startsWith("tailgate-") && !thread.endsWith("reserve");
  }
}
