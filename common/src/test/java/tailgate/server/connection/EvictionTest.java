package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.StubChannel;
import tailgate.server.Wire;
import tailgate.server.observe.ServerCounters.Overload;
import tailgate.server.observe.ServerCounters.ServerEvent;

/** Who has to go so that others are served. */
final class EvictionTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final String HALF_A_HEAD = "GET / HTTP/1.1\r\nX: ";

  private final TestContext test =
      new TestContext(request -> Response.status(Status.OK).text("done"));

  @AfterEach
  void close() {
    test.close();
  }

  // ---- places

  @Test
  void theOneThatHasBeenIdleForLongestGoesFirst() throws Exception {
    StubChannel first = new StubChannel(false);
    test.connect(first);
    test.pass(SECOND);
    StubChannel second = new StubChannel(false);
    test.connect(second);
    test.pass(SECOND);
    assertThat(test.connections.makeRoom()).isTrue();
    assertThat(first.outputShut).isTrue();
    assertThat(second.outputShut).isFalse();
    assertThat(test.connections.size()).isEqualTo(1);
    assertThat(test.counters.events(ServerEvent.EVICTED_IDLE)).isEqualTo(1);
    assertThat(first.sent()).as("no response, there was no request").isEmpty();
  }

  /** Reactors that share a socket are all told of the one client that waits. */
  @Test
  void twoThatMakeRoomForTheSameClientEndOneConnection() throws Exception {
    Connection first = test.connect(new StubChannel(false));
    first.watchedBy(() -> {}); // its reactor is busy
    test.pass(SECOND);
    StubChannel second = new StubChannel(false);
    test.connect(second);
    test.pass(SECOND);
    assertThat(test.connections.makeRoom()).isTrue();
    assertThat(test.connections.makeRoom()).isTrue();
    assertThat(test.counters.events(ServerEvent.EVICTED_IDLE)).isEqualTo(1);
    assertThat(second.outputShut).isFalse();
    first.abort();
    assertThat(test.connections.makeRoom()).as("for the next client").isTrue();
    assertThat(second.outputShut).isTrue();
  }

  @Test
  void anotherMakesRoomIfAConnectionIsNotClosedWithinASweep() throws Exception {
    test.connect(new StubChannel(false)).watchedBy(() -> {});
    test.pass(SECOND);
    StubChannel second = new StubChannel(false);
    test.connect(second);
    test.pass(SECOND);
    assertThat(test.connections.makeRoom()).isTrue();
    test.pass(DeadlineClock.PERIOD);
    assertThat(test.connections.makeRoom()).isTrue();
    assertThat(second.outputShut).isTrue();
    assertThat(test.counters.events(ServerEvent.EVICTED_IDLE)).isEqualTo(2);
  }

  @Test
  void aClientThatWasActiveWithinTheLastSecondStays() throws Exception {
    StubChannel channel = new StubChannel(false);
    test.connect(channel);
    test.pass(SECOND.minusMillis(100));
    assertThat(test.connections.makeRoom()).isFalse();
    test.pass(SECOND);
    assertThat(test.connections.makeRoom()).isTrue();
  }

  @Test
  void aClientWithARequestStays() throws Exception {
    StubChannel channel = new StubChannel(false).arrives("GET");
    Connection connection = test.connect(channel);
    connection.receive();
    connection.proceed();
    test.pass(SECOND.multipliedBy(5));
    assertThat(test.connections.makeRoom()).isFalse();
    assertThat(channel.isOpen()).isTrue();
  }

  @Test
  void theCapIsReportedUntilThereIsRoomAgain() throws Exception {
    List<Connection> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(test.connect(new StubChannel(false)));
    }
    assertThat(test.connections.tryPermit()).isFalse();
    assertThat(test.connections.makeRoom()).isFalse();
    assertThat(test.connections.cap().isReached()).isTrue();
    assertThat(test.connections.cap().isRefusing()).isTrue();
    all.getFirst().abort();
    test.pass(Duration.ofMillis(100));
    assertThat(test.connections.cap().isRefusing()).isFalse();
    assertThat(test.connections.cap().isReached()).isFalse();
  }

  /** Else a load balancer would send no client that could take the place of an idle one. */
  @Test
  void aServerIsNoLongerFullOnceAConnectionIsIdle() throws Exception {
    for (int i = 0; i < 10; i++) {
      test.connect(new StubChannel(false));
    }
    assertThat(test.connections.makeRoom()).isFalse();
    test.pass(SECOND.minusMillis(100));
    assertThat(test.connections.cap().isRefusing()).isTrue();
    test.pass(Duration.ofMillis(200));
    assertThat(test.connections.cap().isRefusing()).isFalse();
    assertThat(test.connections.cap().isReached()).isTrue();
  }

  // ---- memory

  @Test
  void aRequestThatFindsNoMemoryGets503() throws Exception {
    hold(32 << 10);
    StubChannel late = hold(16 << 10);
    StubChannel last = hold(32 << 10);
    assertThat(late.sent()).isEmpty();
    assertThat(last.sent()).startsWith("HTTP/1.1 503 ").contains("Retry-After");
    assertThat(last.outputShut).isTrue();
    assertThat(test.counters.overloads(Overload.MEMORY)).isEqualTo(1);
    assertThat(test.connections.memory().used()).isEqualTo(48 << 10);
  }

  @Test
  void theRequestThatHoldsMostForLongestGetsA503IfMemoryIsTight() throws Exception {
    StubChannel largest = hold(32 << 10);
    test.clock.pass(SECOND);
    StubChannel small = hold(16 << 10);
    StubChannel later = hold(8 << 10);
    test.pass(Duration.ofMillis(100));
    assertThat(largest.sent()).startsWith("HTTP/1.1 503 ");
    assertThat(small.sent()).isEmpty();
    assertThat(later.sent()).isEmpty();
    assertThat(test.connections.memory().used()).isEqualTo(24 << 10);
  }

  @Test
  void aUsualRequestIsServedThoughAllMemoryIsUsed() throws Exception {
    hold(32 << 10);
    hold(32 << 10);
    StubChannel usual = new StubChannel(false).arrives(Wire.get("/"));
    Connection connection = test.connect(usual);
    connection.receive();
    connection.proceed();
    assertThat(usual.sent()).endsWith("done");
  }

  @Test
  void anEndedConnectionGivesItsMemoryBack() throws Exception {
    StubChannel channel = new StubChannel(false);
    Connection connection = hold(channel, 16 << 10);
    connection.abort();
    assertThat(test.connections.memory().used()).isZero();
  }

  private StubChannel hold(int bytes) throws IOException {
    StubChannel channel = new StubChannel(false);
    hold(channel, bytes);
    return channel;
  }

  /** A connection whose unfinished request holds so much. */
  private Connection hold(StubChannel channel, int bytes) {
    channel.arrives(HALF_A_HEAD);
    for (int sent = HALF_A_HEAD.length(); sent < bytes - 400; sent += 8000) {
      channel.arrives(("x".repeat(Math.min(7000, bytes - 400 - sent)) + "\r\nX: "));
    }
    Connection connection = test.connect(channel);
    while (connection.receive() == Arrival.SOMETHING) {
      if (connection.proceed() == Interest.NONE) {
        break;
      }
    }
    return connection;
  }
}
