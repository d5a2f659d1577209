package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.StubChannel;
import tailgate.server.Wire;
import tailgate.server.observe.ServerCounters;

/** Each wait ends once, after its own time. See {@link TestContext#TIMEOUTS}. */
final class DeadlineSweeperTest {

  private static final Duration MOMENT = Duration.ofMillis(100);
  private static final int THOUSANDS = 5 * DeadlineSweeper.LEAST_SHARE;

  private static final String HALF_A_BODY =
      Wire.lines(
          """
          GET / HTTP/1.1
          Host: test
          Content-Length: 2

          1\
          """);

  private final TestContext test =
      new TestContext(request -> Response.status(Status.OK).text("done"));

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void endsTheWaitForAHead() throws Exception {
    expiresOnce(
        waiting("GET", Integer.MAX_VALUE),
        ServerCounters.Timeout.HEAD,
        TestContext.TIMEOUTS.head());
  }

  @Test
  void endsTheWaitForABody() throws Exception {
    expiresOnce(
        waiting(HALF_A_BODY, Integer.MAX_VALUE),
        ServerCounters.Timeout.BODY,
        TestContext.TIMEOUTS.body());
  }

  @Test
  void endsTheWaitForARequest() throws Exception {
    expiresOnce(
        waiting("", Integer.MAX_VALUE), ServerCounters.Timeout.IDLE, TestContext.TIMEOUTS.idle());
  }

  @Test
  void endsTheWaitForTheNextRequest() throws Exception {
    StubChannel channel = waiting(Wire.get("/"), Integer.MAX_VALUE);
    expiresOnce(channel, ServerCounters.Timeout.IDLE, TestContext.TIMEOUTS.idle());
  }

  @Test
  void endsTheWaitForAReaderAndTakesNothingMoreFromItEither() throws Exception {
    StubChannel channel = waiting(Wire.get("/"), 10);
    expiresOnce(channel, ServerCounters.Timeout.WRITE, TestContext.TIMEOUTS.write());
    assertThat(channel.isOpen()).isFalse();
  }

  @Test
  void endsTheWaitsOfThoseWhoHaveNotAskedWhileTheServerStops() throws Exception {
    StubChannel idle = waiting("", Integer.MAX_VALUE);
    StubChannel half = waiting("GET", Integer.MAX_VALUE);
    StubChannel busy = waiting(HALF_A_BODY, Integer.MAX_VALUE);
    test.connections.announceStop();
    test.pass(MOMENT);
    assertThat(hasEnded(idle)).as("only announced").isFalse();
    test.connections.endIdle(MOMENT);
    assertThat(hasEnded(idle)).isTrue();
    assertThat(hasEnded(half)).isTrue();
    assertThat(half.sent()).as("asked for nothing").isEmpty();
    assertThat(hasEnded(busy)).isFalse();
    test.connections.drain(Duration.ZERO, Duration.ZERO);
    assertThat(busy.sent()).as("forced, not timed out").isEmpty();
    assertThat(test.counters.timeouts()).isZero();
  }

  @Test
  void endsAnIdleWaitNotBeforeItsClientHadTheTimeToSend() throws Exception {
    test.connections.announceStop();
    test.connections.stopPhase().endIdle(MOMENT.toNanos());
    StubChannel idle = waiting("", Integer.MAX_VALUE);
    test.pass(MOMENT.dividedBy(2));
    assertThat(hasEnded(idle)).isFalse();
    test.pass(MOMENT);
    assertThat(hasEnded(idle)).isTrue();
  }

  @Test
  void asksTheKernelNowAndThenAboutThoseThatWaitForRoom() throws Exception {
    AtomicInteger asked = new AtomicInteger();
    var queues =
        new SendQueues() {
          @Override
          void tell(Collection<ConnectionDeadline> waiting) {
            asked.addAndGet(waiting.size());
          }
        };
    var sweeper =
        new DeadlineSweeper(
            test.connections.clock,
            test.connections.open,
            test.connections.stopPhase(),
            queues,
            () -> {});
    waiting("", Integer.MAX_VALUE);
    waiting("GET", Integer.MAX_VALUE);
    waiting(HALF_A_BODY, Integer.MAX_VALUE);
    waiting(Wire.get("/"), 10);
    for (Duration left = Duration.ofSeconds(9); left.isPositive(); left = left.minus(MOMENT)) {
      test.clock.pass(MOMENT);
      sweeper.sweep();
    }
    assertThat(asked).as("every 2.5 s, and not when it was seen first").hasValue(3);
  }

  @Test
  void goesOnWhereOneConnectionFails() throws Exception {
    CountDownLatch reached = new CountDownLatch(2);
    for (int i = 0; i < 2; i++) {
      test.connect(new StubChannel(false))
          .watchedBy(
              () -> {
                reached.countDown();
                throw new IllegalStateException("on purpose");
              });
    }
    test.pass(Duration.ofMinutes(1));
    reached.await();
  }

  @Test
  void endsTheWaitsOfThousandsWithinASecondAndNotAllInOneSweep() throws Exception {
    try (TestContext many = thousandsWait()) {
      many.pass(TestContext.TIMEOUTS.idle().minus(MOMENT));
      assertThat(many.counters.timeouts()).isZero();
      many.pass(MOMENT);
      assertThat(many.counters.timeouts(ServerCounters.Timeout.IDLE))
          .isEqualTo(DeadlineSweeper.LEAST_SHARE);
      many.pass(Duration.ofSeconds(1));
      assertThat(many.counters.timeouts(ServerCounters.Timeout.IDLE)).isEqualTo(THOUSANDS);
    }
  }

  @Test
  void endsTheIdleWaitsOfThousandsInOneSweepWhileTheServerStops() throws Exception {
    try (TestContext many = thousandsWait()) {
      many.pass(MOMENT);
      many.connections.announceStop();
      many.connections.stopPhase().endIdle(MOMENT.toNanos());
      many.pass(MOMENT);
      assertThat(many.connections.size()).isZero();
    }
  }

  private TestContext thousandsWait() throws IOException {
    var many =
        TestContext.ofMany(THOUSANDS, request -> Response.status(Status.OK).text("never asked"));
    for (int i = 0; i < THOUSANDS; i++) {
      many.connect(new StubChannel(false));
    }
    return many;
  }

  private void expiresOnce(StubChannel channel, ServerCounters.Timeout cause, Duration after) {
    test.pass(after.minus(MOMENT));
    assertThat(test.counters.timeouts()).isZero();
    assertThat(hasEnded(channel)).isFalse();
    test.pass(MOMENT);
    assertThat(test.counters.timeouts(cause)).isEqualTo(1);
    assertThat(hasEnded(channel)).isTrue();
    test.pass(after.multipliedBy(2));
    assertThat(test.counters.timeouts()).isEqualTo(1);
  }

  /** Whether it was closed, or lingers. */
  private static boolean hasEnded(StubChannel channel) {
    return channel.outputShut || !channel.isOpen();
  }

  /** A connection after these bytes, which takes so many in return. */
  private StubChannel waiting(String bytes, int room) throws IOException, InterruptedException {
    StubChannel channel = new StubChannel(false);
    channel.room = room;
    Connection connection = test.connect(channel);
    if (!bytes.isEmpty()) {
      channel.arrives(bytes);
      connection.receive();
      connection.proceed();
    }
    return channel;
  }
}
