package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.net.SocketException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import tailgate.content.TestSite;
import tailgate.http.Handler;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.ServerCounters.ServerEvent;
import tailgate.server.observe.ServerCounters.Timeout;
import tailgate.server.stage.OverloadPolicy;

/** Clients that are slow, vanish, or never meant well. */
abstract class AdversityContract extends RefusalContract {
  // ---- deadlines: only one is short, because a busy machine may hold up the client

  private static final Duration SHORT = Duration.ofMillis(300);
  private static final Duration LONG = Duration.ofMinutes(5);

  @Test
  void answers408WhereAHeadDoesNotCome() throws Exception {
    restart(new Timeouts(SHORT, LONG, LONG, LONG));
    try (RawClient client = server.connect()) {
      assertThat(client.send("GET / HT").read().status()).isEqualTo(408);
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertTimedOutOnce(Timeout.HEAD);
  }

  @Test
  void answers408WhereABodyDoesNotCome() throws Exception {
    restart(new Timeouts(LONG, SHORT, LONG, LONG));
    try (RawClient client = server.connect()) {
      client.send(
          Wire.lines(
              """
              GET / HTTP/1.1
              Host: test
              Content-Length: 10

              half\
              """));
      assertThat(client.read().status()).isEqualTo(408);
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertTimedOutOnce(Timeout.BODY);
  }

  @Test
  void closesAnIdleConnectionWithoutAWord() throws Exception {
    server.close();
    var clock = new LateClock();
    var timeouts = new Timeouts(LONG, LONG, SHORT, LONG);
    server =
        TestServer.start(
            stage(true),
            TestServer.config(100, OverloadPolicy.BLOCK, timeouts),
            TestSite.files(root),
            clock);
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
      clock.start();
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertTimedOutOnce(Timeout.IDLE);
  }

  @Test
  void resetsAClientThatDoesNotRead() throws Exception {
    restart(new Timeouts(LONG, LONG, LONG, SHORT));
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      client.get("/big.bin");
      server.awaitConnections(0);
      assertThatThrownBy(client::read).isInstanceOfAny(EOFException.class, SocketException.class);
    }
    assertTimedOutOnce(Timeout.WRITE);
    assertThat(server.server().counters().events(ServerEvent.ABORTED)).isEqualTo(1);
    assertServes(server);
  }

  /** It takes what the kernel holds, long before the kernel has room for more. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void aSlowReaderIsNotReset() throws Exception {
    restart(new Timeouts(LONG, LONG, LONG, Duration.ofSeconds(1), 240));
    try (RawClient client = server.connect()) {
      client.get("/big.bin").readHead();
      var body = new ByteArrayOutputStream(BIG);
      for (int i = 0; i < 75; i++) { // 3 s
        body.writeBytes(client.readBytes(16 << 10));
        Thread.sleep(40);
      }
      body.writeBytes(client.readBytes(BIG - body.size()));
      assertThat(body.toByteArray()).isEqualTo(bytes(BIG));
    }
  }

  // ---- what goes wrong outside

  @Test
  void survivesAClientThatVanishesBeforeItsWorkIsDone() throws Exception {
    server.close();
    var work = new CompletableFuture<Void>();
    var begun = new CountDownLatch(1);
    Handler deferred = deferredBy(work);
    server =
        start(
            TestServer.config(),
            request -> {
              begun.countDown();
              return deferred.handle(request);
            });
    RawClient client = server.connect().get("/big.bin");
    begun.await();
    client.reset();
    work.complete(null);
    server.awaitConnections(0);
    assertServes(server);
  }

  @Test
  void resetsAClientWhoseFileEndsTooEarly() throws Exception {
    server.close();
    server =
        start(
            TestServer.config(),
            request -> {
              var file = new StubTransfer(bytes(4096));
              file.end = 5;
              return Response.status(Status.OK).body(file);
            });
    try (RawClient client = server.connect()) {
      client.get("/");
      assertThatThrownBy(client::read).isInstanceOfAny(EOFException.class, SocketException.class);
    }
    server.awaitConnections(0);
    assertThat(server.server().counters().events(ServerEvent.ABORTED)).isEqualTo(1);
  }

  @Test
  void survivesClientsThatVanish() throws Exception {
    for (int i = 0; i < 100; i++) {
      RawClient client = server.connect();
      client.get(i % 2 == 0 ? "/big.bin" : "/a.txt");
      if (i % 4 < 2) {
        client.readBytes(10);
      }
      client.reset();
    }
    server.awaitConnections(0);
    assertServes(server);
  }

  @Test
  void survivesNoiseAndLosesNoDescriptor() throws Exception {
    assertServes(server);
    long before = descriptors();
    Random random = new Random(42);
    for (int i = 0; i < 2000; i++) {
      byte[] noise = new byte[1 + random.nextInt(200)];
      random.nextBytes(noise);
      try (RawClient client = server.connect()) {
        client.send(i % 2 == 0 ? noise : almostARequest(noise));
        if (i % 3 == 0) {
          client.endOutput();
          drain(client);
        }
      } catch (SocketException e) {
        assertThat(e).hasMessageNotContaining("refused"); // a reset is the server's right
      }
    }
    server.awaitConnections(0);
    assertServes(server);
    Awaitility.await()
        .untilAsserted(() -> assertThat(descriptors()).isLessThanOrEqualTo(before + 5));
  }
}
