package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.DeferredResponse;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.Lateness;
import tailgate.server.StubChannel;
import tailgate.server.Wire;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ObservedRequest;
import tailgate.server.observe.RequestObserver;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.observe.ServerCounters.ServerEvent;

/** Requests whose handler says "not yet". */
final class DeferredResponseTest {

  private final CompletableFuture<String> work = new CompletableFuture<>();
  private final List<Long> serviceMillis = new ArrayList<>();

  private final TestContext test =
      new TestContext(
          TestContext.prompt(this::handle), new Observation(this::now, channel -> new Ended()));

  private long now() {
    return test.clock.getAsLong();
  }

  private final class Ended implements RequestObserver {
    @Override
    public void begun(ObservedRequest observed) {}

    @Override
    public void ended(ObservedRequest observed) {
      serviceMillis.add(Duration.ofNanos(observed.serviceNanos()).toMillis());
    }
  }

  private Response handle(Request request) {
    return request.path().toString().equals("/deferred")
        ? new DeferredResponse(work, again -> text(work.join() + " for " + again.target()))
        : text("at once");
  }

  private static Response text(String text) {
    return Response.status(Status.OK).text(text);
  }

  @AfterEach
  void close() {
    test.close();
  }

  private static StubChannel channel(String... targets) throws Exception {
    var channel = new StubChannel(false);
    StringBuilder requests = new StringBuilder();
    for (String target : targets) {
      requests.append(Wire.get(target));
    }
    return channel.arrives(requests.toString());
  }

  private Connection received(StubChannel channel) {
    Connection connection = test.connect(channel);
    connection.receive();
    return connection;
  }

  @Test
  void theConnectionWaitsForNothingButTheWork() throws Exception {
    StubChannel channel = channel("/deferred");
    Connection connection = received(channel);
    assertThat(connection.proceed()).isEqualTo(Interest.WORK);
    test.pass(Duration.ofHours(1));
    assertThat(channel.isOpen()).isTrue();
    assertThat(channel.sent()).isEmpty();

    work.complete("done");
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sent()).startsWith("HTTP/1.1 200 ").endsWith("\r\n\r\ndone for /deferred");
  }

  @Test
  void itIsToldOnceWhenTheWorkIsDone() throws Exception {
    Connection connection = received(channel("/deferred"));
    connection.proceed();
    var told = new AtomicInteger();
    connection.whenWorkDone(told::incrementAndGet);
    assertThat(told).hasValue(0);
    work.complete("done");
    assertThat(told).hasValue(1);
  }

  @Test
  void workThatIsDoneAlreadyIsNotWaitedFor() throws Exception {
    work.complete("done");
    StubChannel channel = channel("/deferred", "/");
    assertThat(received(channel).proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sent()).contains("done for /deferred").endsWith("at once");
  }

  @Test
  void responsesBeforeItDoNotWaitAndRequestsAfterItDo() throws Exception {
    StubChannel channel = channel("/1", "/2", "/deferred", "/3");
    Connection connection = received(channel);
    assertThat(connection.proceed()).isEqualTo(Interest.WORK);
    assertThat(responses(channel)).isEqualTo(2);
    work.complete("done");
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sent()).containsSubsequence("done for /deferred", "at once");
    assertThat(responses(channel)).isEqualTo(4);
  }

  @Test
  void responsesBeforeItMayNeedRoomFirst() throws Exception {
    StubChannel channel = channel("/1", "/deferred");
    channel.room = 10;
    Connection connection = received(channel);
    assertThat(connection.proceed()).isEqualTo(Interest.WRITE);
    channel.room = Integer.MAX_VALUE;
    connection.writable();
    assertThat(connection.proceed()).isEqualTo(Interest.WORK);
    test.pass(Duration.ofHours(1));
    work.complete("done");
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(responses(channel)).isEqualTo(2);
  }

  @Test
  void aHeadGetsNoContent() throws Exception {
    work.complete("done");
    var channel = new StubChannel(false).arrives("HEAD /deferred HTTP/1.1\r\nHost: test\r\n\r\n");
    received(channel).proceed();
    assertThat(channel.sent()).contains("\r\nContent-Length: 18\r\n").endsWith("\r\n\r\n");
  }

  /** Its place in the queue was not for nothing, and the work neither. */
  @Test
  void itIsNotRefusedOnceItHasBegun() throws Exception {
    StubChannel channel = channel("/deferred");
    Connection connection = received(channel);
    connection.proceed();
    assertThat(connection.refuse(Lateness.CODEL)).isFalse();
    assertThat(connection.reject()).isFalse();
    work.complete("done");
    connection.proceed();
    assertThat(channel.sent()).startsWith("HTTP/1.1 200 ");
  }

  @Test
  void theWaitIsServiceTimeOfThisRequestOnly() throws Exception {
    StubChannel channel = channel("/1", "/deferred", "/2");
    Connection connection = received(channel);
    connection.proceed();
    test.clock.pass(Duration.ofMillis(70));
    work.complete("done");
    connection.proceed();
    assertThat(serviceMillis).containsExactly(0L, 70L, 0L);
  }

  @Test
  void workThatFailsIsTheHandlersFailure() throws Exception {
    StubChannel channel = channel("/deferred");
    Connection connection = received(channel);
    connection.proceed();
    work.completeExceptionally(new IllegalStateException("on purpose"));
    assertThat(connection.proceed()).isEqualTo(Interest.READ);
    assertThat(channel.sent()).startsWith("HTTP/1.1 500 ");
    assertThat(test.counters.events(ServerEvent.HANDLER_FAILED)).isEqualTo(1);
  }

  @Test
  void aResponseMayBeDeferredTwice() throws Exception {
    var second = new CompletableFuture<String>();
    try (var twice =
        new TestContext(
            request ->
                new DeferredResponse(
                    work, again -> new DeferredResponse(second, last -> text(second.join()))))) {
      StubChannel channel = channel("/");
      Connection connection = twice.connect(channel);
      connection.receive();
      assertThat(connection.proceed()).isEqualTo(Interest.WORK);
      work.complete("done");
      assertThat(connection.proceed()).isEqualTo(Interest.WORK);
      second.complete("really done");
      assertThat(connection.proceed()).isEqualTo(Interest.READ);
      assertThat(channel.sent()).endsWith("really done");
    }
  }

  @Test
  void aHandlerThatHasNoRoomIsOverloadedAndNotBroken() throws Exception {
    try (var full =
        new TestContext(
            request -> {
              throw new RejectedExecutionException("full");
            })) {
      StubChannel channel = channel("/");
      Connection connection = full.connect(channel);
      connection.receive();
      connection.proceed();
      assertThat(channel.sent()).startsWith("HTTP/1.1 503 ").contains("\r\nRetry-After: 1\r\n");
      assertThat(full.counters.overloads(Overload.EXECUTOR)).isEqualTo(1);
      assertThat(full.counters.events(ServerEvent.HANDLER_FAILED)).isZero();
    }
  }

  @Test
  void aThreadThatServesThisConnectionOnlyWaits() throws Exception {
    StubChannel channel = new StubChannel(true).arrives(Wire.get("/1") + Wire.get("/deferred"));
    channel.ended = true;
    Connection connection = test.connect(channel);
    Thread owner = waiting(connection);
    assertThat(responses(channel)).isEqualTo(1);
    work.complete("done");
    owner.join();
    assertThat(channel.sent()).endsWith("done for /deferred");
  }

  @Test
  void aForcedStopEndsTheWaitOfAThread() throws Exception {
    StubChannel channel = new StubChannel(true).arrives(Wire.get("/deferred"));
    channel.ended = true;
    Connection connection = test.connect(channel);
    Thread owner = waiting(connection);
    owner.interrupt();
    owner.join();
    assertThat(channel.sent()).startsWith("HTTP/1.1 500 ");
  }

  private static Thread waiting(Connection connection) {
    Thread owner = Thread.ofPlatform().start(connection::proceed);
    Awaitility.await().until(() -> owner.getState() == Thread.State.WAITING);
    return owner;
  }

  private static int responses(StubChannel channel) {
    return channel.sent().split("HTTP/1.1 200 ", -1).length - 1;
  }
}
