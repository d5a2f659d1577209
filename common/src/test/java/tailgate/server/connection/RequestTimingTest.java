package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Method;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.FakeClock;
import tailgate.server.StubChannel;
import tailgate.server.StubTransfer;
import tailgate.server.Wire;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ObservedRequest;
import tailgate.server.observe.RequestObserver;
import tailgate.server.observe.ServerCounters;

/** What observers see of requests, and how long each is said to have waited and taken. */
final class RequestTimingTest {

  private static final Response SMALL = Response.status(Status.OK).text("small");

  /** What a request was when it ended; durations in milliseconds. */
  private record Told(@Nullable Method method, int status, long queue, long service, long total) {}

  private final FakeClock clock = new FakeClock();
  private final StubTransfer transfer = new StubTransfer(new byte[100_000]);
  private final List<String> events = new ArrayList<>();
  private final List<Told> told = new ArrayList<>();
  private final List<Long> lengths = new ArrayList<>();
  private final List<Boolean> complete = new ArrayList<>();
  private final Observation observation = new Observation(clock, channel -> new Notes());
  private final TestContext test = new TestContext(TestContext.prompt(this::handle), observation);

  private final class Notes implements RequestObserver {

    @Override
    public void begun(ObservedRequest observed) {
      events.add("begun");
    }

    @Override
    public void answered(ObservedRequest observed, Request request) {
      events.add("answered " + request.target());
    }

    @Override
    public void ended(ObservedRequest observed) {
      events.add("ended");
      tell(observed);
    }

    private void tell(ObservedRequest observed) {
      told.add(
          new Told(
              observed.method(),
              observed.status().code(),
              Duration.ofNanos(observed.queueWaitNanos()).toMillis(),
              Duration.ofNanos(observed.serviceNanos()).toMillis(),
              Duration.ofNanos(observed.totalNanos()).toMillis()));
      lengths.add(observed.contentLength());
      complete.add(observed.contentSent() == observed.contentLength());
    }

    @Override
    public void rejected(ObservedRequest observed) {
      events.add("rejected with " + observed.sentBytes() + " bytes");
      tell(observed);
    }

    @Override
    public void closed() {
      events.add("closed");
    }
  }

  /** Takes 10 ms. */
  private Response handle(Request request) {
    pass(10);
    return switch (request.path().toString()) {
      case "/transfer" -> Response.status(Status.OK).body(transfer);
      case "/error" -> throw new AssertionError("a handler's");
      default -> SMALL;
    };
  }

  @AfterEach
  void close() {
    test.close();
  }

  // ---- which request

  @Test
  void aRequestWhoseContentDoesNotComeIsNamedAlsoIfItsHeadWasMoved() throws Exception {
    String second =
        """
        POST /second HTTP/1.1
        Host: test
        Content-Length: 9
        X: %s

        """
            .formatted("x".repeat(300));
    var channel = new StubChannel(false).arrives(Wire.get("/first") + Wire.lines(second));
    Connection connection = test.connect(channel);
    receive(connection);
    connection.proceed();
    connection.receive(); // finds nothing, but has made room
    test.pass(TestContext.TIMEOUTS.body().plusSeconds(1));
    assertThat(channel.sent()).contains("HTTP/1.1 408 ");
    assertThat(events).containsSubsequence("answered /first", "answered /second");
  }

  // ---- times

  @Test
  void aRequestWaitsFromWhenTheReactorSawItToWhenAWorkerTookIt() throws Exception {
    Connection connection = test.connect(new StubChannel(false).arrives(Wire.get("/")));
    receive(connection);
    pass(5);
    connection.proceed();
    assertThat(told).containsExactly(new Told(Method.GET, 200, 5, 10, 15));
  }

  @Test
  void eachRequestOfAConnectionHasItsOwnTimes() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    receive(connection);
    connection.proceed();
    pass(1000);
    channel.arrives(Wire.get("/"));
    receive(connection);
    pass(7);
    connection.proceed();
    assertThat(told)
        .containsExactly(
            new Told(Method.GET, 200, 0, 10, 10), new Told(Method.GET, 200, 7, 10, 17));
  }

  @Test
  void aPipelinedRequestWaitsForThoseBeforeIt() throws Exception {
    Connection connection = test.connect(new StubChannel(false).arrives(Wire.get("/").repeat(3)));
    receive(connection);
    pass(5);
    connection.proceed();
    assertThat(told)
        .containsExactly(
            new Told(Method.GET, 200, 5, 10, 15),
            new Told(Method.GET, 200, 15, 10, 25),
            new Told(Method.GET, 200, 25, 10, 35));
  }

  @Test
  void aPipelinedRequestWaitsForThoseWhoHaveTheirTurnBeforeIt() throws Exception {
    try (var slow = new TestContext(this::handle, observation)) {
      Connection connection = slow.connect(new StubChannel(false).arrives(Wire.get("/").repeat(2)));
      receive(connection);
      connection.proceed();
      pass(100);
      connection.writable();
      connection.proceed();
    }
    assertThat(told)
        .containsExactly(
            new Told(Method.GET, 200, 0, 10, 10), new Told(Method.GET, 200, 110, 10, 120));
  }

  /** The worker reads the rest itself, because the first part has filled the buffer. */
  @Test
  void aRequestWhoseRestIsReadInALaterTurnWaitsFromTheEndOfTheTurnBefore() throws Exception {
    String first = Wire.get("/" + "x".repeat(380));
    String second = Wire.get("/" + "y".repeat(200));
    int cut = 512 - first.length();
    StubChannel channel = new StubChannel(false).arrives(first + second.substring(0, cut));
    try (var slow = new TestContext(this::handle, observation)) {
      Connection connection = slow.connect(channel);
      receive(connection);
      connection.proceed();
      pass(100);
      channel.arrives(second.substring(cut) + Wire.get("/"));
      connection.writable();
      connection.proceed();
      pass(50);
      connection.writable();
      connection.proceed();
    }
    assertThat(told)
        .containsExactly(
            new Told(Method.GET, 200, 0, 10, 10),
            new Told(Method.GET, 200, 100, 10, 110),
            new Told(Method.GET, 200, 160, 10, 170));
  }

  @Test
  void aRequestIsThereWithItsLastByte() throws Exception {
    StubChannel channel = new StubChannel(false).arrives("GET / HTTP/1.1\r\n");
    Connection connection = test.connect(channel);
    receive(connection);
    connection.proceed();
    pass(1000);
    channel.arrives("Host: test\r\n\r\n");
    receive(connection);
    pass(5);
    connection.proceed();
    assertThat(told).containsExactly(new Told(Method.GET, 200, 5, 10, 15));
  }

  @Test
  void aSlowReaderMakesALongService() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    receive(connection);
    connection.proceed();
    assertThat(told).isEmpty();
    pass(500);
    channel.room = Integer.MAX_VALUE;
    connection.proceed();
    assertThat(told).containsExactly(new Told(Method.GET, 200, 0, 510, 510));
    assertThat(complete).containsExactly(true);
  }

  @Test
  void theFirstRequestHasWaitedAsLongAsItsConnectionForItsThread() throws Exception {
    StubChannel channel = new StubChannel(true).arrives(Wire.get("/")).arrives(Wire.get("/"));
    channel.ended = true;
    Connection connection = test.connect(channel);
    pass(5);
    connection.proceed();
    assertThat(told)
        .containsExactly(
            new Told(Method.GET, 200, 5, 10, 15), new Told(Method.GET, 200, 0, 10, 10));
  }

  // ---- what else is told

  @Test
  void eachRequestBeginsIsAnsweredAndEndsBeforeTheConnectionIsClosed() throws Exception {
    StubChannel channel = new StubChannel(true).arrives(Wire.get("/a") + Wire.get("/b"));
    channel.ended = true;
    test.connect(channel).proceed();
    assertThat(events)
        .containsExactly(
            "begun", "answered /a", "ended", "begun", "answered /b", "ended", "closed");
  }

  @Test
  void aHeadHasNoContent() throws Exception {
    StubChannel channel =
        new StubChannel(false).arrives(Wire.get("/") + Wire.get("/").replace("GET", "HEAD"));
    Connection connection = test.connect(channel);
    receive(connection);
    connection.proceed();
    assertThat(lengths).containsExactly(5L, 0L);
    assertThat(told).extracting(Told::method).containsExactly(Method.GET, Method.HEAD);
  }

  @Test
  void whatIsNoRequestHasNoMethod() throws Exception {
    Connection connection = test.connect(new StubChannel(false).arrives("\u0000\r\n\r\n"));
    receive(connection);
    connection.proceed();
    assertThat(events).containsExactly("begun", "ended", "closed");
    assertThat(told).containsExactly(new Told(null, 400, 0, 0, 0));
  }

  @Test
  void aRefusedContentIsOfARequestThatCanBeSeen() throws Exception {
    Connection connection =
        test.connect(
            new StubChannel(false)
                .arrives(
                    Wire.lines(
                        """
                        PUT /x HTTP/1.1
                        Host: t
                        Transfer-Encoding: chunked

                        zz
                        """)));
    receive(connection);
    connection.proceed();
    assertThat(events).containsExactly("begun", "answered /x", "ended", "closed");
    assertThat(told).containsExactly(new Told(Method.PUT, 400, 0, 0, 0));
  }

  @Test
  void aResponseThatBreaksOffIsToldAsIncomplete() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    receive(connection);
    connection.proceed();
    connection.abort();
    connection.abort();
    assertThat(events).containsExactly("begun", "answered /transfer", "ended", "closed");
    assertThat(complete).containsExactly(false);
  }

  @Test
  void whatIsRejectedHasWaitedAndIsNeverBegun() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    receive(connection);
    pass(5);
    connection.reject();
    assertThat(events)
        .containsExactly("rejected with " + channel.sent().length() + " bytes", "closed");
    assertThat(told).containsExactly(new Told(null, 503, 5, 0, 5));
  }

  @Test
  void whatFollowsAResponseOnItsConnectionIsRejectedByItself() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    receive(connection);
    connection.proceed();
    channel.arrives(Wire.get("/"));
    receive(connection);
    connection.reject();
    assertThat(told)
        .containsExactly(new Told(Method.GET, 200, 0, 10, 10), new Told(null, 503, 0, 0, 0));
    assertThat(lengths).containsExactly(5L, 0L);
  }

  @Test
  void aConnectionBeyondTheCapIsObserved() throws Exception {
    StubChannel channel = new StubChannel(false);
    test.connections.reject(channel);
    assertThat(channel.sent()).startsWith("HTTP/1.1 503 ");
    assertThat(events)
        .containsExactly("rejected with " + channel.sent().length() + " bytes", "closed");
    assertThat(told).containsExactly(new Told(null, 503, 0, 0, 0));
    assertThat(test.counters.overloads(ServerCounters.Overload.CONNECTIONS)).isEqualTo(1);
  }

  @Test
  void anErrorIsToldAsA500() throws Exception {
    Connection connection =
        test.connect(new StubChannel(false).arrives(Wire.get("/") + Wire.get("/error")));
    receive(connection);
    connection.proceed();
    assertThat(told).extracting(Told::status).containsExactly(200, 500);
    assertThat(complete).containsOnly(true);
  }

  @Test
  void aPipelinedResponseThatFoundNoRoomYetGoesOn() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/").repeat(300));
    Connection connection = test.connect(channel);
    receive(connection);
    while (connection.proceed() == Interest.WRITE) {
      // its turn comes again
    }
    assertThat(told).hasSize(300);
    assertThat(told).extracting(Told::service).containsOnly(10L);
    assertThat(complete).containsOnly(true);
  }

  @Test
  void bytesAreCountedInBothDirections() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/transfer"));
    channel.room = 1000;
    Connection connection = test.connect(channel);
    receive(connection);
    connection.proceed();
    assertThat(test.counters.bytesSent()).isEqualTo(1000);
    channel.room = Integer.MAX_VALUE;
    connection.proceed();
    assertThat(test.counters.bytesSent()).isEqualTo(channel.sent().length());
    assertThat(test.counters.bytesReceived()).isEqualTo(Wire.get("/transfer").length());
  }

  /** What the reactor does. */
  private void receive(Connection connection) {
    connection.receive();
    connection.dispatched(clock.getAsLong());
  }

  private void pass(long millis) {
    clock.pass(Duration.ofMillis(millis));
  }
}
