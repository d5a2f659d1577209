package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.ConnectException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Handler;
import tailgate.server.Deadline.Wait;
import tailgate.server.RawClient.Reply;
import tailgate.server.ServerCounters.Overload;

/**
 * What every stage owes its clients, on real sockets and in wire bytes. Each stage inherits it;
 * nothing here knows which stage runs, or needs two clients to be served at the same time.
 */
@Timeout(60)
public abstract class StageContract {

  private static final int BIG = 8 << 20;

  @TempDir Path root;

  private TestServer server;

  /** The stage with its defaults. */
  protected abstract Stage stage();

  @BeforeEach
  void serveFiles() throws IOException {
    Files.writeString(root.resolve("index.html"), "<p>hello");
    Files.writeString(root.resolve("a.txt"), "alpha");
    Files.writeString(root.resolve("b.txt"), "beta");
    Files.write(root.resolve("big.bin"), bytes(BIG));
    server = start(TestServer.config(), TestServer.files(root));
  }

  @AfterEach
  void stop() {
    server.close();
  }

  // ---- a request and its response

  @Test
  void servesAFileWithItsHead() throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.get("/a.txt").read();
      assertThat(reply.head()).startsWith("HTTP/1.1 200 OK\r\n");
      assertThat(reply.field("Content-Type")).isEqualTo("text/plain; charset=utf-8");
      assertThat(reply.field("Content-Length")).isEqualTo("5");
      assertThat(reply.field("Last-Modified")).endsWith(" GMT");
      assertThat(reply.field("Date")).endsWith(" GMT").hasSize(29);
      assertThat(reply.text()).isEqualTo("alpha");
    }
  }

  @Test
  void sendsHeadAndSmallBodyTogether() throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").readOnce()).endsWith("\r\n\r\nalpha");
      assertThat(client.get("/absent").readOnce()).contains("\r\n\r\n").endsWith("\n");
    }
  }

  @Test
  void servesTheIndexOfAFolder() throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.get("/").read().text()).isEqualTo("<p>hello");
    }
  }

  @Test
  void answersHeadWithTheHeadOfGet() throws IOException {
    try (RawClient client = server.connect()) {
      Reply get = client.get("/a.txt").read();
      Reply head = client.send("HEAD /a.txt HTTP/1.1\r\nHost: test\r\n\r\n").readHeadOnly();
      assertThat(withoutDate(head)).isEqualTo(withoutDate(get));
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @Test
  void readsARequestThatComesByteByByte() throws IOException {
    try (RawClient client = server.connect()) {
      for (char octet : "GET /a.txt HTTP/1.1\r\nHost: test\r\n\r\n".toCharArray()) {
        client.send(String.valueOf(octet));
      }
      assertThat(client.read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void answersPipelinedRequestsInOrder() throws IOException {
    String a = "GET /a.txt HTTP/1.1\r\nHost: test\r\n\r\n";
    String b = "GET /b.txt HTTP/1.1\r\nHost: test\r\n\r\n";
    try (RawClient client = server.connect()) {
      client.send((a + b).repeat(500));
      for (int i = 0; i < 500; i++) {
        assertThat(client.read().text()).isEqualTo("alpha");
        assertThat(client.read().text()).isEqualTo("beta");
      }
    }
  }

  @Test
  void sendsALargeFileWhole() throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.get("/big.bin").read().body()).isEqualTo(bytes(BIG));
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void sendsALargeFileWholeToAReaderWithATinyWindow() throws IOException {
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      assertThat(client.get("/big.bin").read().body()).isEqualTo(bytes(BIG));
    }
  }

  @Test
  void answersAClientThatHasEndedItsSide() throws IOException {
    try (RawClient client = server.connect()) {
      client.get("/a.txt").endOutput();
      assertThat(client.read().text()).isEqualTo("alpha");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void answersOptionsForAFileAndForTheServer() throws IOException {
    try (RawClient client = server.connect()) {
      for (String target : new String[] {"/a.txt", "*"}) {
        Reply reply = client.send("OPTIONS " + target + " HTTP/1.1\r\nHost: t\r\n\r\n").read();
        assertThat(reply.status()).isEqualTo(204);
        assertThat(reply.field("Allow")).isEqualTo("GET, HEAD, OPTIONS");
        assertThat(reply.field("Content-Length")).isNull();
      }
    }
  }

  @Test
  void sendsNothingToWhoHasTheFile() throws IOException {
    try (RawClient client = server.connect()) {
      String tag = String.valueOf(client.get("/a.txt").read().field("ETag"));
      Reply reply = client.get("/a.txt", "If-None-Match: " + tag).read();
      assertThat(reply.status()).isEqualTo(304);
      assertThat(reply.field("ETag")).isEqualTo(tag);
      assertThat(client.get("/a.txt", "If-None-Match: \"other\"").read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void sendsPartsOfAFile() throws IOException {
    byte[] whole = bytes(BIG);
    String target = "/big.bin";
    try (RawClient client = server.connect()) {
      Reply part = client.get(target, "Range: bytes=1000000-3999999").read();
      assertThat(part.status()).isEqualTo(206);
      assertThat(part.field("Content-Range")).isEqualTo("bytes 1000000-3999999/" + BIG);
      assertThat(part.body()).isEqualTo(Arrays.copyOfRange(whole, 1_000_000, 4_000_000));

      Reply parts = client.get(target, "Range: bytes=0-9,500000-1500000,-5").read();
      assertThat(parts.status()).isEqualTo(206);
      assertThat(parts.text())
          .contains("\r\nContent-Range: bytes 0-9/" + BIG)
          .contains(latin1(Arrays.copyOfRange(whole, 500_000, 1_500_001)))
          .contains("\r\n\r\n" + latin1(Arrays.copyOfRange(whole, BIG - 5, BIG)) + "\r\n--");

      Reply none = client.get(target, "Range: bytes=" + BIG + "-").read();
      assertThat(none.status()).isEqualTo(416);
      assertThat(none.field("Content-Range")).isEqualTo("bytes */" + BIG);
    }
  }

  // ---- persistence

  @Test
  void keepsAnHttp11ConnectionOpenAndSaysNothingOfIt() throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").read().field("Connection")).isNull();
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET /a.txt HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n",
        "GET /a.txt HTTP/1.1\r\nHost: test\r\nConnection: foo, CLOSE\r\n\r\n",
        "GET /a.txt HTTP/1.0\r\n\r\n"
      })
  void closesWhereTheClientWantsIt(String request) throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.send(request).read();
      assertThat(reply.field("Connection")).isEqualTo("close");
      assertThat(reply.text()).isEqualTo("alpha");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void keepsAnHttp10ConnectionOpenOnRequestAndSaysSo() throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET /a.txt HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n");
      assertThat(client.read().field("Connection")).isEqualTo("keep-alive");
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @Test
  void closesAfterEachResponseWithoutKeepAlive() throws IOException {
    server.close();
    server = start(false, TestServer.config(), TestServer.files(root));
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").read().field("Connection")).isEqualTo("close");
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  // ---- bodies

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Content-Length: 5\r\n\r\nhello",
        "Content-Length: 0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        "Transfer-Encoding: chunked\r\n\r\n2;x=y\r\nhe\r\n3\r\nllo\r\n0\r\nA: b\r\n\r\n"
      })
  void passesOverABodyToTheNextRequest(String rest) throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET /a.txt HTTP/1.1\r\nHost: test\r\n" + rest).get("/b.txt");
      assertThat(client.read().text()).isEqualTo("alpha");
      assertThat(client.read().text()).isEqualTo("beta");
    }
  }

  @Test
  void passesOverABodyThatComesInPieces() throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET /a.txt HTTP/1.1\r\nHost: test\r\nContent-Length: 100000\r\n\r\n");
      for (int i = 0; i < 100; i++) {
        client.send("x".repeat(1000));
      }
      assertThat(client.read().text()).isEqualTo("alpha");
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @Test
  void tellsAClientThatExpectsItToContinue() throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET /a.txt HTTP/1.1\r\nHost: test\r\nContent-Length: 2\r\n");
      client.send("Expect: 100-continue\r\n\r\n");
      assertThat(client.readHead()).isEqualTo("HTTP/1.1 100 Continue\r\n\r\n");
      assertThat(client.send("hi").read().text()).isEqualTo("alpha");
    }
  }

  // ---- refusals

  @ParameterizedTest
  @CsvSource({
    "GET /absent HTTP/1.1, 404",
    "GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1, 400",
    "GET /../../etc/passwd HTTP/1.1, 400",
    "GET /..%5c..%5cetc/passwd HTTP/1.1, 404",
    "GET /.hidden HTTP/1.1, 404",
    "GET /a.txt/ HTTP/1.1, 404",
    "POST /a.txt HTTP/1.1, 405",
    "BREW /a.txt HTTP/1.1, 501",
  })
  void refusesAndGoesOn(String requestLine, int status) throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.send(requestLine + "\r\nHost: test\r\n\r\n").read();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.field("Allow")).isEqualTo(status == 405 ? "GET, HEAD, OPTIONS" : null);
      assertThat(client.get("/b.txt").read().text()).isEqualTo("beta");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "'GET / HTTP/1.1\r\n\r\n', 400",
    "'GET / HTTP/1.1\nHost: test\n\n', 400",
    "'GET / HTTP/1.1\r\nHost : test\r\n\r\n', 400",
    "'GET / HTTP/2.0\r\nHost: test\r\n\r\n', 505",
    "'GET / HTTP/1.1\r\nHost: t\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 400",
    "'GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: gzip, chunked\r\n\r\n', 501",
    "'GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 99999999999999999999\r\n\r\n', 413",
    "'GET / HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', 400",
    "'GET / HTTP/1.1\r\nHost: test\r\nExpect: tea\r\n\r\n', 417",
    "'\u0016\u0003\u0001', 400",
  })
  void refusesAndCloses(String request, int status) throws IOException {
    try (RawClient client = server.connect()) {
      Reply reply = client.send(request).read();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.field("Connection")).isEqualTo("close");
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertThat(server.server().counters().refusals.total()).isEqualTo(1);
  }

  @Test
  void refusesATargetThatIsTooLongAndDeliversTheStatusThoughTheClientGoesOnSending()
      throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET /" + "x".repeat(1_000_000));
      assertThat(client.read().status()).isEqualTo(414);
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  @Test
  void refusesAHeadThatIsTooLong() throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\n");
      client.send(("X: " + "y".repeat(1000) + "\r\n").repeat(100));
      assertThat(client.read().status()).isEqualTo(431);
    }
  }

  @Test
  void answers500WhereTheHandlerFailsAndGoesOn() throws Exception {
    server.close();
    Handler files = TestServer.files(root);
    server =
        start(
            TestServer.config(),
            request -> {
              if (request.target().equals("/fail")) {
                throw new IOException("on purpose");
              }
              return files.handle(request);
            });
    try (RawClient client = server.connect()) {
      Reply reply = client.get("/fail").read();
      assertThat(reply.status()).isEqualTo(500);
      assertThat(reply.text()).doesNotContain("on purpose");
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
    }
    assertThat(server.server().counters().handlerFailures.sum()).isEqualTo(1);
  }

  @Test
  void survivesAnErrorInTheHandler() throws Exception {
    server.close();
    Handler files = TestServer.files(root);
    server =
        start(
            TestServer.config(),
            request -> {
              if (request.target().equals("/fail")) {
                throw new StackOverflowError("on purpose");
              }
              return files.handle(request);
            });
    for (int i = 0; i < 300; i++) {
      try (RawClient client = server.connect()) {
        client.get("/fail");
        assertThatThrownBy(client::read).isInstanceOfAny(EOFException.class, SocketException.class);
      }
    }
    assertServes(server);
  }

  @Test
  void forgetsTheInterruptThatAHandlerLeavesBehind() throws Exception {
    server.close();
    Handler files = TestServer.files(root);
    server =
        start(
            TestServer.config(),
            request -> {
              var response = files.handle(request);
              if (request.target().endsWith("?interrupt")) {
                Thread.currentThread().interrupt();
              }
              return response;
            });
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt?interrupt").read().text()).isEqualTo("alpha");
      assertThat(client.get("/big.bin").read().body()).isEqualTo(bytes(BIG));
      assertThat(client.get("/big.bin?interrupt").read().body()).isEqualTo(bytes(BIG));
    }
    assertServes(server);
  }

  // ---- deadlines

  @Test
  void answers408WhereAHeadDoesNotCome() throws Exception {
    restartWithTimeouts();
    try (RawClient client = server.connect()) {
      assertThat(client.send("GET / HT").read().status()).isEqualTo(408);
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertTimedOutOnce(Wait.HEAD);
  }

  @Test
  void answers408WhereABodyDoesNotCome() throws Exception {
    restartWithTimeouts();
    try (RawClient client = server.connect()) {
      client.send("GET / HTTP/1.1\r\nHost: test\r\nContent-Length: 10\r\n\r\nhalf");
      assertThat(client.read().status()).isEqualTo(408);
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertTimedOutOnce(Wait.BODY);
  }

  @Test
  void closesAnIdleConnectionWithoutAWord() throws Exception {
    restartWithTimeouts();
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertTimedOutOnce(Wait.REQUEST);
  }

  @Test
  void resetsAClientThatDoesNotRead() throws Exception {
    restartWithTimeouts();
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      client.get("/big.bin");
      awaitNoConnections(server);
      assertThatThrownBy(client::read).isInstanceOfAny(EOFException.class, SocketException.class);
    }
    assertTimedOutOnce(Wait.WRITE);
    assertThat(server.server().counters().aborted.sum()).isEqualTo(1);
    assertServes(server);
  }

  // ---- what goes wrong outside

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
    awaitNoConnections(server);
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
    awaitNoConnections(server);
    assertServes(server);
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .untilAsserted(() -> assertThat(descriptors()).isLessThanOrEqualTo(before + 5));
  }

  // ---- the end

  @Test
  void finishesTheResponseInFlightBeforeItStops() throws Exception {
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      String head = client.get("/big.bin").readHead();
      var stopped = stopInBackground();
      byte[] body = client.readBytes(BIG);
      assertThat(head).contains("Content-Length: " + BIG);
      assertThat(body).isEqualTo(bytes(BIG));
      assertThat(client.isClosedByServer()).isTrue();
      assertThat(stopped.get(20, TimeUnit.SECONDS)).isTrue();
    }
  }

  @Test
  void closesAnIdleConnectionAtOnceWhenItStops() throws Exception {
    try (RawClient client = server.connect()) {
      client.get("/a.txt").read();
      assertThat(server.stop()).isTrue();
      assertThat(client.isClosedByServer()).isTrue();
    }
    assertThatThrownBy(() -> server.connect()).isInstanceOf(ConnectException.class);
  }

  @Test
  void cutsOffWhatDoesNotFinishInTime() throws Exception {
    try (RawClient client = new RawClient(server.server().address(), 4096)) {
      client.get("/big.bin").readHead();
      assertThat(server.server().stop(Duration.ofMillis(50))).isFalse();
      assertThat(server.server().openConnections()).isZero();
    }
  }

  @Test
  void leavesNoThreadBehind() throws Exception {
    assertServes(server);
    server.stop();
    Awaitility.await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(
            () ->
                assertThat(Thread.getAllStackTraces().keySet())
                    .noneMatch(thread -> thread.getName().startsWith("tailgate-")));
  }

  // ---- overload

  @Test
  void turnsAwayOneConnectionMoreThanItsCap() throws Exception {
    server.close();
    CountDownLatch release = new CountDownLatch(1);
    server =
        start(TestServer.config(1, OverloadPolicy.REJECT, Timeouts.DEFAULT), blockedBy(release));
    try (RawClient first = server.connect()) {
      first.get("/a.txt");
      if (servesOnTheAcceptingThread()) {
        release.countDown(); // nobody else could accept the second one meanwhile
        assertThat(first.read().text()).isEqualTo("alpha");
        return;
      }
      awaitConnections(server, 1);
      try (RawClient second = server.connect()) {
        Reply reply = second.get("/a.txt").read();
        assertThat(reply.status()).isEqualTo(503);
        assertThat(reply.field("Retry-After")).isNotNull();
        assertThat(second.isClosedByServer()).isTrue();
      }
      assertThat(server.server().counters().overloads.get(Overload.CONNECTIONS)).isEqualTo(1);
      release.countDown();
      assertThat(first.read().text()).isEqualTo("alpha");
    }
  }

  @Test
  void letsOneConnectionMoreThanItsCapWait() throws Exception {
    server.close();
    server =
        start(TestServer.config(1, OverloadPolicy.BLOCK, Timeouts.DEFAULT), TestServer.files(root));
    RawClient first = server.connect();
    assertThat(first.get("/a.txt").read().text()).isEqualTo("alpha");
    try (RawClient second = server.connect()) {
      second.get("/b.txt");
      first.close();
      assertThat(second.read().text()).isEqualTo("beta");
    }
  }

  @Test
  void doesNotSpinWhileItsCapIsReached() throws Exception {
    server.close();
    server =
        start(TestServer.config(1, OverloadPolicy.BLOCK, Timeouts.DEFAULT), TestServer.files(root));
    try (RawClient first = server.connect();
        RawClient second = server.connect()) {
      assertThat(first.get("/a.txt").read().text()).isEqualTo("alpha");
      second.get("/a.txt");
      long before = cpuNanosOfItsThreads();
      Awaitility.await()
          .during(Duration.ofMillis(500))
          .until(() -> server.server().openConnections() == 1);
      assertThat(cpuNanosOfItsThreads() - before).isLessThan(TimeUnit.MILLISECONDS.toNanos(100));
    }
  }

  // ---- both kinds of dispatch

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void servesWithEitherDispatch(Dispatch dispatch) throws Exception {
    server.close();
    server =
        TestServer.start(
            TestServer.with(stage(), dispatch, true), TestServer.config(), TestServer.files(root));
    try (RawClient client = server.connect()) {
      assertThat(client.get("/a.txt").read().text()).isEqualTo("alpha");
      assertThat(client.get("/big.bin").read().body()).isEqualTo(bytes(BIG));
      for (char octet : "GET /b.txt HTTP/1.1\r\nHost: test\r\n\r\n".toCharArray()) {
        client.send(String.valueOf(octet));
      }
      assertThat(client.read().text()).isEqualTo("beta");
    }
    assertThat(server.stop()).isTrue();
  }

  // ---- helpers

  /** Whether a handler keeps the server from accepting. */
  protected boolean servesOnTheAcceptingThread() {
    return false;
  }

  /** Starts this stage with keep-alive. */
  protected final TestServer start(ServerConfig config, Handler handler) {
    return start(true, config, handler);
  }

  private TestServer start(boolean keepAlive, ServerConfig config, Handler handler) {
    Stage stage = stage();
    return TestServer.start(TestServer.with(stage, stage.dispatch(), keepAlive), config, handler);
  }

  /** The files, once the latch is open. */
  protected final Handler blockedBy(CountDownLatch latch) {
    Handler files = TestServer.files(root);
    return request -> {
      latch.await();
      return files.handle(request);
    };
  }

  /** The server that is running with the usual configuration. */
  protected final TestServer server() {
    return server;
  }

  /** Waits until so many connections are open. */
  protected static void awaitConnections(TestServer server, int count) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(20))
        .pollInterval(Duration.ofMillis(10))
        .until(() -> server.server().openConnections() == count);
  }

  private static void awaitNoConnections(TestServer server) {
    awaitConnections(server, 0);
  }

  private void restartWithTimeouts() {
    server.close();
    Duration brief = Duration.ofMillis(300);
    server =
        start(
            TestServer.config(100, OverloadPolicy.BLOCK, new Timeouts(brief, brief, brief, brief)),
            TestServer.files(root));
  }

  private void assertTimedOutOnce(Wait wait) {
    ServerCounters counters = server.server().counters();
    assertThat(counters.timeouts.get(wait)).isEqualTo(1);
    assertThat(counters.timeouts()).isEqualTo(1);
  }

  private static long cpuNanosOfItsThreads() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().startsWith("tailgate-"))
        .mapToLong(thread -> Math.max(0, threads.getThreadCpuTime(thread.threadId())))
        .sum();
  }

  /** A new client is answered. */
  protected static void assertServes(TestServer server) throws IOException {
    try (RawClient client = server.connect()) {
      client.send("GET /a.txt HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n");
      assertThat(client.read().text()).isEqualTo("alpha");
    }
  }

  private CompletableFuture<Boolean> stopInBackground() {
    var result = new CompletableFuture<Boolean>();
    Executors.newVirtualThreadPerTaskExecutor().execute(() -> complete(result));
    return result;
  }

  private void complete(CompletableFuture<Boolean> result) {
    try {
      result.complete(server.stop());
    } catch (InterruptedException e) {
      result.completeExceptionally(e);
    }
  }

  private static byte[] almostARequest(byte[] noise) {
    byte[] head = "GET / HTTP/1.1\r\nHost: x\r\n".getBytes(StandardCharsets.US_ASCII);
    byte[] all = new byte[head.length + noise.length];
    System.arraycopy(head, 0, all, 0, head.length);
    System.arraycopy(noise, 0, all, head.length, noise.length);
    return all;
  }

  private static void drain(RawClient client) throws IOException {
    while (client.readBytes(4096).length > 0) {
      // reads on
    }
  }

  private static long descriptors() throws IOException {
    Path folder = Path.of("/proc/self/fd");
    if (!Files.isDirectory(folder)) {
      return 0; // not on this platform
    }
    try (var list = Files.list(folder)) {
      return list.count();
    }
  }

  private static String withoutDate(Reply reply) {
    return reply.head().replaceFirst("Date: [^\r]*\r\n", "");
  }

  private static String latin1(byte[] bytes) {
    return new String(bytes, StandardCharsets.ISO_8859_1);
  }

  private static byte[] bytes(int count) {
    byte[] bytes = new byte[count];
    new Random(7).nextBytes(bytes);
    return bytes;
  }
}
