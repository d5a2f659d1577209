package tailgate.server.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.StubChannel;
import tailgate.server.Wire;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ObservedRequest;
import tailgate.server.observe.RequestObserver;

final class ConnectionsTest {

  private final TestContext test =
      new TestContext(request -> Response.status(Status.OK).text("done"));
  private final Connections connections = test.connections;

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void knowsEveryOpenConnection() throws Exception {
    Connection one = test.connect(new StubChannel(false));
    Connection other = test.connect(new StubChannel(false));
    assertThat(connections.open).containsExactlyInAnyOrder(one, other);
    assertThat(connections.size()).isEqualTo(connections.limit.taken()).isEqualTo(2);
  }

  @Test
  void givesAPermitBackOnceHoweverOftenAConnectionIsRemoved() throws Exception {
    Connection connection = test.connect(new StubChannel(false));
    assertThat(connections.tryPermit()).isTrue();
    connections.remove(connection);
    connections.remove(connection);
    assertThat(connections.size()).isZero();
    assertThat(connections.limit.taken()).isEqualTo(1);
  }

  @Test
  void givesAPermitBackWhereAChannelBrokeAtOnce() throws Exception {
    StubChannel broken = new StubChannel(false);
    broken.close();
    assertThat(connections.tryPermit()).isTrue();
    assertThat(connections.admit(broken, true)).isNull();
    assertThat(connections.limit.taken()).isZero();
    assertThat(connections.size()).isZero();
  }

  /** Tells nothing, and fails where a connection ends. */
  private static final RequestObserver WITHOUT_MEMORY =
      new RequestObserver() {
        @Override
        public void begun(ObservedRequest observed) {}

        @Override
        public void ended(ObservedRequest observed) {}

        @Override
        public void closed() {
          throw new OutOfMemoryError("on purpose");
        }
      };

  @Test
  void givesAPermitBackWhereAnObserverFailsAtTheEnd() throws Exception {
    var failing = new Observation(() -> 0, channel -> WITHOUT_MEMORY);
    try (var other = new TestContext(request -> Response.status(Status.OK).empty(), failing)) {
      StubChannel aborted = new StubChannel(false);
      assertThatThrownBy(other.connect(aborted)::abort).hasMessage("on purpose");
      StubChannel rejected = new StubChannel(false);
      assertThatThrownBy(other.connect(rejected)::reject).hasMessage("on purpose");
      StubChannel unread = new StubChannel(false);
      unread.arrives(
          Wire.lines(
              """
              GET / HTTP/1.1
              Host: test
              Connection: close

              more\
              """));
      Connection connection = other.connect(unread);
      connection.receive();
      assertThat(connection.proceed()).isEqualTo(Interest.NONE);
      assertThat(List.of(aborted, rejected, unread)).noneMatch(StubChannel::isOpen);
      assertThat(other.connections.limit.taken()).isZero();
    }
  }

  @Test
  void givesAPermitBackWhereAnObserverFails() throws Exception {
    Observation failing =
        new Observation(
            () -> 0,
            channel -> {
              throw new IllegalStateException("on purpose");
            });
    try (var other = new TestContext(request -> Response.status(Status.OK).empty(), failing)) {
      StubChannel channel = new StubChannel(false);
      List<Boolean> open = new ArrayList<>();
      other.connections.limit.onRelease(() -> open.add(channel.isOpen()));
      assertThatThrownBy(() -> other.connect(channel)).hasMessage("on purpose");
      assertThat(open).as("open when its permit was given back").containsExactly(false);
      assertThat(other.connections.limit.taken()).isZero();
      StubChannel late = new StubChannel(false);
      assertThatThrownBy(() -> other.connections.reject(late)).hasMessage("on purpose");
      assertThat(late.isOpen()).isFalse();
    }
  }

  @Test
  void givesAPermitBackWhereAnObserverFailsAtTheRejectionOfAClient() throws Exception {
    var failing = new Observation(() -> 0, channel -> WITHOUT_MEMORY);
    try (var other = new TestContext(request -> Response.status(Status.OK).empty(), failing, 1)) {
      other.connect(new Addressed());
      StubChannel second = new Addressed();
      assertThatThrownBy(() -> other.connect(second)).hasMessage("not admitted");
      assertThat(second.isOpen()).isFalse();
      assertThat(other.connections.limit.taken()).isEqualTo(1);
    }
  }

  /** A client that has an address. */
  private static final class Addressed extends StubChannel {
    Addressed() throws IOException {
      super(false);
    }

    @Override
    public SocketAddress getRemoteAddress() {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), 1234);
    }
  }

  @Test
  void drainsBeforeItIsAskedWhetherItHas() throws Exception {
    connections.announceStop();
    assertThat(connections.awaitEmpty(0)).isTrue();
    assertThat(connections.awaitEmpty(0)).isTrue();
  }

  @Test
  void waitsForTheLastOneToGo() throws Exception {
    Connection connection = test.connect(new StubChannel(false));
    connections.announceStop();
    assertThat(connections.awaitEmpty(0)).isFalse();
    Thread.ofVirtual().start(connection::abort);
    assertThat(connections.awaitEmpty(TimeUnit.SECONDS.toNanos(20))).isTrue();
  }

  @Test
  void waitsForOneThatIsBeingAccepted() throws Exception {
    assertThat(connections.tryPermit()).isTrue();
    connections.announceStop();
    assertThat(connections.awaitEmpty(0)).isFalse();
    connections.releasePermit();
    assertThat(connections.awaitEmpty(0)).isTrue();
  }
}
