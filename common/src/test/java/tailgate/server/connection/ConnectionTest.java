package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.http.Body;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.Lateness;
import tailgate.server.StubChannel;
import tailgate.server.StubTransfer;
import tailgate.server.Wire;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.observe.ServerCounters.ServerEvent;
import tailgate.server.observe.ServerCounters.Timeout;

/** The state machine where sockets cannot be made to do what it takes. */
final class ConnectionTest {

  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Response SMALL = Response.status(Status.OK).text("small");

  /** With its head it leaves room for some ten bytes, so not for another head. */
  private static final Response FILLING =
      Response.status(Status.OK).body(new Body.Bytes(ByteBuffer.allocate((16 << 10) - 90)));

  private final StubTransfer transfer = new StubTransfer(new byte[100_000]);
  private final TestContext test = new TestContext(TestContext.prompt(this::handle));

  private Response handle(Request request) {
    return switch (request.path().toString()) {
      case "/filling" -> FILLING;
      case "/transfer" -> Response.status(Status.OK).body(transfer);
      default -> SMALL;
    };
  }

  @AfterEach
  void close() {
    test.close();
  }

  // ---- non-blocking

  @Test
  void waitsForBytesAndAnswersThem() throws Exception {
    StubChannel channel = new StubChannel(false);
    Connection connection = test.connect(channel);
    assertThat(connection.receive()).isEqualTo(Arrival.NOTHING);
    channel.arrives(Wire.get("/"));
    assertThat(connection.receive()).isEqualTo(Arrival.SOMETHING);
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sent()).startsWith("HTTP/1.1 200 OK\r\n").endsWith("\r\n\r\nsmall");
    assertThat(channel.reads).isEqualTo(2);
    assertThat(channel.writes).isEqualTo(1);
  }

  @Test
  void waitsForRoomAndGoesOnWhereItWas() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    connection.receive();
    assertThat(connection.proceed()).isEqualTo(Interest.WRITE);
    assertThat(transfer.closed).isZero();
    channel.room = Integer.MAX_VALUE;
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sent()).hasSizeGreaterThan(100_000);
    assertThat(transfer.closed).isEqualTo(1);
  }

  @Test
  void closesABodyThatNeverFoundRoom() throws Exception {
    StubChannel channel =
        new StubChannel(false).arrives(Wire.get("/filling") + Wire.get("/transfer"));
    channel.room = 0;
    Connection connection = test.connect(channel);
    connection.receive();
    assertThat(connection.proceed()).isEqualTo(Interest.WRITE);
    assertThat(transfer.closed).isZero();
    connection.abort();
    assertThat(transfer.closed).isEqualTo(1);
  }

  @Test
  void closesABodyOnceThoughTheConnectionIsAborted() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    connection.abort();
    connection.abort();
    assertThat(transfer.closed).isEqualTo(1);
    assertThat(test.counters.events(ServerEvent.ABORTED)).isEqualTo(1);
    assertThat(test.connections.limit.taken()).isZero();
  }

  @Test
  void closesABodyThatAHeadDoesNotSend() throws Exception {
    StubChannel channel =
        new StubChannel(false)
            .arrives(
                Wire.lines(
                    """
                    HEAD /transfer HTTP/1.1
                    Host: test

                    """));
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    assertThat(channel.sent()).contains("Content-Length: 100000\r\n").endsWith("\r\n\r\n");
    assertThat(transfer.closed).isEqualTo(1);
  }

  // ---- rejected

  @Test
  void rejectsARequestThatGetsNoWorker() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    connection.receive();
    assertThat(connection.reject()).isTrue();
    assertThat(channel.sent()).startsWith("HTTP/1.1 503 ");
    assertThat(test.counters.bytesSent()).isEqualTo(channel.sent().length());
    assertThat(test.connections.limit.taken()).isZero();
    assertThat(connection.proceed()).isEqualTo(Interest.NONE);
  }

  @Test
  void doesNotPutA503IntoTheMiddleOfAResponse() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    channel.room = Integer.MAX_VALUE;
    assertThat(connection.reject()).isFalse();
    assertThat(channel.sent()).hasSize(1000).doesNotContain("503");
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
  }

  @ParameterizedTest
  @CsvSource({"CODEL, CODEL", "DEADLINE, DEADLINE", "ADMISSION, ADMISSION"})
  void refusesARequestThatHasWaitedTooLongOrIsOneTooMany(Lateness why, Overload counted)
      throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    connection.receive();
    assertThat(connection.refuse(why)).isTrue();
    assertThat(channel.sent()).startsWith("HTTP/1.1 503 ").contains("\r\nRetry-After: 1\r\n");
    assertThat(test.counters.overloads(counted)).isEqualTo(1);
    assertThat(test.connections.limit.taken()).isZero();
    assertThat(connection.refuse(why)).as("again").isFalse();
  }

  @Test
  void doesNotRefuseInTheMiddleOfAResponse() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    assertThat(connection.refuse(Lateness.DEADLINE)).isFalse();
    assertThat(test.counters.overloads()).isZero();
  }

  @Test
  void aResponseForWhichThereIsNoWorkerHasNoDeadline() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    connection.writable();
    test.pass(LONG);
    assertThat(connection.reject()).isFalse();
    assertThat(test.counters.timeouts()).isZero();
    channel.room = Integer.MAX_VALUE;
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
  }

  /** A socket on which nothing can be sent, for want of memory. */
  private static StubChannel withoutMemory() throws IOException {
    return new StubChannel(false) {
      @Override
      public int write(ByteBuffer from) {
        throw new OutOfMemoryError("on purpose");
      }
    };
  }

  @Test
  void closesWhatItCannotReject() throws Exception {
    StubChannel channel = withoutMemory().arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    connection.receive();
    assertThatThrownBy(connection::reject).isInstanceOf(OutOfMemoryError.class);
    assertThat(channel.isOpen()).isFalse();
    assertThat(test.connections.limit.taken()).isZero();
  }

  @Test
  void closesWhatItCannotRefuseAndThrowsNothing() throws Exception {
    StubChannel channel = withoutMemory().arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    connection.receive();
    assertThat(connection.refuse(Lateness.CODEL)).isTrue();
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void closesWhatItCannotRejectBeforeItIsAConnection() throws Exception {
    StubChannel channel = withoutMemory();
    assertThatThrownBy(() -> test.connections.reject(channel)).isInstanceOf(OutOfMemoryError.class);
    assertThat(channel.isOpen()).isFalse();
  }

  // ---- deadlines

  @Test
  void holdsAnIdleClientToItsDeadline() throws Exception {
    StubChannel channel = new StubChannel(false);
    Connection connection = test.connect(channel);
    test.pass(LONG);
    assertThat(channel.outputShut).isTrue();
    assertThat(connection.proceed()).isEqualTo(Interest.NONE);
    assertThat(test.counters.timeouts(Timeout.IDLE)).isEqualTo(1);
  }

  @Test
  void doesNotHoldAClientToADeadlineWhileItsRequestWaitsForAWorker() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    connection.receive();
    test.pass(LONG);
    assertThat(connection.isOverdue()).isFalse();
    assertThat(test.counters.timeouts()).isZero();
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
  }

  @Test
  void doesNotHoldAHeadToItsDeadlineWhileItWaitsForAWorker() throws Exception {
    StubChannel channel = new StubChannel(false).arrives("GET / HTTP/1.1\r\n");
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    test.pass(Duration.ofSeconds(9));
    channel.arrives("Host: test\r\n");
    connection.receive();
    test.pass(LONG);
    assertThat(connection.proceed()).as("after a minute in the queue").isEqualTo(Interest.READ);
    channel.arrives("\r\n");
    connection.receive();
    test.pass(LONG);
    connection.proceed();
    assertThat(channel.sent()).endsWith("small");
    assertThat(test.counters.timeouts()).isZero();
  }

  @Test
  void doesNotHoldADownloadToItsDeadlineWhileItWaitsForAWorker() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    test.pass(Duration.ofSeconds(39));
    connection.writable();
    test.pass(LONG);
    channel.room = Integer.MAX_VALUE;
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sentBytes()).hasSizeGreaterThan(100_000);
    assertThat(test.counters.timeouts()).isZero();
  }

  @Test
  void doesNotHoldAConnectionToADeadlineBeforeItHasItsThread() throws Exception {
    StubChannel channel = new StubChannel(true).arrives(Wire.get("/"));
    channel.ended = true;
    Connection connection = test.connect(channel);
    test.pass(LONG);
    assertThat(channel.inputShut).isFalse();
    assertThat(connection.proceed()).isEqualTo(Interest.NONE);
    assertThat(channel.sent()).endsWith("small");
  }

  @Test
  void holdsAHeadToOneDeadlineHoweverOftenAByteArrives() throws Exception {
    StubChannel channel = new StubChannel(false);
    Connection connection = test.connect(channel);
    for (int i = 0; i < 11; i++) {
      channel.arrives("G");
      connection.receive();
      connection.proceed();
      test.pass(Duration.ofSeconds(1));
    }
    assertThat(channel.sent()).startsWith("HTTP/1.1 408 ");
    assertThat(test.counters.timeouts(Timeout.HEAD)).isEqualTo(1);
    assertThat(connection.proceed()).isEqualTo(Interest.NONE);
  }

  @Test
  void letsABodyTakeItsTimeAsLongAsItProgresses() throws Exception {
    StubChannel channel =
        new StubChannel(false)
            .arrives(
                Wire.lines(
                    """
                    GET / HTTP/1.1
                    Host: test
                    Content-Length: 10

                    """));
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    for (int i = 0; i < 9; i++) {
      test.pass(Duration.ofSeconds(19));
      channel.arrives("x");
      connection.receive();
      connection.proceed();
    }
    assertThat(test.counters.timeouts()).isZero();
    test.pass(Duration.ofSeconds(21));
    assertThat(test.counters.timeouts(Timeout.BODY)).isEqualTo(1);
  }

  // ---- the end

  @Test
  void looksForTheRequestOfAClientThatWaitedForItsThreadWhenTheServerStops() throws Exception {
    StubChannel channel = new StubChannel(true).arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    test.connections.announceStop();
    test.connections.stopPhase().endIdle(0);
    test.pass(LONG);
    assertThat(connection.proceed()).isEqualTo(Interest.NONE);
    assertThat(channel.sent()).contains("Connection: close\r\n").endsWith("small");
  }

  @Test
  void seesAClientOffWhoseNextBytesAreStillInTheSocket() throws Exception {
    String request = "GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\nX: \r\n\r\n";
    request = request.replace("X: ", "X: " + "x".repeat(512 - request.length()));
    StubChannel channel = new StubChannel(false).arrives(request + "more");
    Connection connection = test.connect(channel);
    connection.receive();
    assertThat(connection.proceed()).isEqualTo(Interest.NONE);
    assertThat(channel.sent()).endsWith("small");
    assertThat(channel.isOpen()).as("in a lingering close").isTrue();
    assertThat(test.connections.size()).isZero();
  }

  // ---- content of requests

  @Test
  void tellsAClientToContinueThoughThereIsNoRoomAtFirst() throws Exception {
    StubChannel channel =
        new StubChannel(false)
            .arrives(
                Wire.get("/filling")
                    + "GET /filling HTTP/1.1\r\nHost: t\r\n"
                    + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
    Connection connection = test.connect(channel);
    connection.receive();
    while (connection.proceed() != Interest.READ || connection.receive() == Arrival.SOMETHING) {
      // until it waits for the content
    }
    assertThat(channel.sent()).endsWith("HTTP/1.1 100 Continue\r\n\r\n");
  }

  @Test
  void doesNotTellAClientToContinueThatHasNotWaited() throws Exception {
    StubChannel channel =
        new StubChannel(false)
            .arrives(
                Wire.lines(
                    """
                    GET / HTTP/1.1
                    Host: t
                    Expect: 100-continue
                    Content-Length: 2

                    h\
                    """));
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    assertThat(channel.sent()).isEmpty();
  }

  @Test
  void sendsNoContentToAHeadWhoseOwnContentIsRefused() throws Exception {
    StubChannel channel =
        new StubChannel(false)
            .arrives(
                Wire.lines(
                    """
                    HEAD / HTTP/1.1
                    Host: t
                    Transfer-Encoding: chunked

                    zz
                    """));
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    assertThat(channel.sent()).startsWith("HTTP/1.1 400 ").endsWith("\r\n\r\n");
  }

  @ParameterizedTest
  @CsvSource({"1, false", "7, false", "5000, false", "1, true", "7, true", "5000, true"})
  void aHandlerReadsABodyInWhateverPiecesItArrives(int piece, boolean blocking) throws Exception {
    String wire =
        Wire.lines(
                """
                POST /long HTTP/1.1
                Host: test
                Content-Length: 3000

                """)
            + "y".repeat(3000)
            + Wire.lines(
                """
                POST /chunked HTTP/1.1
                Host: test
                Transfer-Encoding: chunked

                2;x=y
                he
                3
                llo
                0
                A: b

                """)
            + Wire.get("/none");
    StubChannel channel = new StubChannel(blocking);
    for (int at = 0; at < wire.length(); at += piece) {
      channel.arrives(wire.substring(at, Math.min(at + piece, wire.length())));
    }
    channel.ended = true;
    try (TestContext own = new TestContext(ConnectionTest::echo)) {
      Connection connection = own.connect(channel);
      while (blocking || connection.receive() == Arrival.SOMETHING) {
        Interest interest = connection.proceed();
        while (interest == Interest.WRITE) {
          interest = connection.proceed(); // others have had their turn
        }
        if (interest == Interest.NONE) {
          break;
        }
      }
      assertThat(own.connections.memory().used()).isZero();
    }
    assertThat(channel.sent())
        .containsSubsequence(
            "\r\n\r\n/long: " + "y".repeat(3000) + "HTTP/1.1 200 OK",
            "\r\n\r\n/chunked: helloHTTP/1.1 200 OK",
            "\r\n\r\n/none: ")
        .endsWith("/none: ");
  }

  @Test
  void refusesABodyForWhichThereIsNoMemory() throws Exception {
    String head = "POST / HTTP/1.1\r\nHost: t\r\nContent-Length: 100000\r\n\r\n";
    StubChannel channel = new StubChannel(true).arrives(head + "y".repeat(100_000));
    try (TestContext own = new TestContext(ConnectionTest::echo)) {
      Connection connection = own.connect(channel);
      assertThat(connection.proceed()).isEqualTo(Interest.NONE);
      assertThat(own.counters.overloads(Overload.MEMORY)).isEqualTo(1);
      assertThat(own.connections.memory().used()).isZero();
    }
    assertThat(channel.sent()).startsWith("HTTP/1.1 503 ");
  }

  private static Response echo(Request request) {
    String body = new String(request.body(), StandardCharsets.US_ASCII);
    return Response.status(Status.OK).text(request.path() + ": " + body);
  }

  @ParameterizedTest
  @ValueSource(ints = {480, 500, 511, 512, 513, 1000, 1023})
  void readsABodyInFewPiecesHoweverLongTheHead(int headLength) throws Exception {
    String head = "GET / HTTP/1.1\r\nHost: t\r\nContent-Length: 50000\r\nX: \r\n\r\n";
    head = head.replace("X: ", "X: " + "x".repeat(headLength - head.length()));
    StubChannel channel = new StubChannel(false).arrives(head + "y".repeat(50_000));
    Connection connection = test.connect(channel);
    connection.receive();
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sent()).endsWith("small");
    assertThat(channel.reads).isLessThan(250);
  }
}
