package tailgate.server.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.connection.Connection;
import tailgate.server.connection.TestContext;
import tailgate.server.observe.ServerCounters.ServerEvent;

/** Two ports of one server, on the thread of the test; the clock is the test's. */
final class ClosingPortTest {

  private static final Duration QUIET = Duration.ofMillis(30);

  private final TestContext test =
      new TestContext(request -> Response.status(Status.OK).text("done"));

  private final ClosingPort.OpenPorts all = new ClosingPort.OpenPorts();
  private final List<Connection> served = new ArrayList<>();
  private final List<RawClient> clients = new ArrayList<>();
  private final Port one = new Port();
  private final Port other = new Port();

  ClosingPortTest() throws IOException {}

  @AfterEach
  void close() throws IOException {
    for (RawClient client : clients) {
      client.close();
    }
    one.close();
    other.close();
    test.close();
  }

  @Test
  void holdsWhomItHasAcceptedUntilNobodyHasConnectedForAMoment() throws Exception {
    other.closing.closeNow();
    connectTo(one);
    one.proceed(QUIET);
    assertThat(one.closing.isClosed()).isFalse();
    test.pass(QUIET);
    one.proceed(QUIET);
    assertThat(one.closing.isClosed()).isTrue();
    assertThat(served).hasSize(1);
  }

  @Test
  void aClientIsServedWhenAllPortsAreClosed() throws Exception {
    connectTo(one);
    one.proceed(Duration.ZERO);
    assertThat(one.closing.isClosed()).isTrue();
    assertThat(one.closing.isHolding()).isTrue();
    assertThat(served).isEmpty();
    other.proceed(Duration.ZERO);
    one.proceed(Duration.ZERO);
    assertThat(served).hasSize(1);
    assertThat(one.closing.isHolding()).isFalse();
  }

  @Test
  void aClientIsServedThoughAnotherPortIsNotClosed() throws Exception {
    connectTo(one);
    one.proceed(Duration.ZERO);
    test.pass(Duration.ofMillis(199));
    one.proceed(Duration.ZERO);
    assertThat(served).isEmpty();
    test.pass(Duration.ofMillis(1));
    one.proceed(Duration.ZERO);
    assertThat(served).hasSize(1);
  }

  @Test
  void aPortThatWasClosedByWhoStopsTheServerIsNoFailure() throws Exception {
    one.closing.await(Duration.ZERO);
    one.proceed(Duration.ZERO);
    assertThat(one.closing.isClosed()).isTrue();
    assertThat(test.connections.counters().events(ServerEvent.ACCEPT_FAILED)).isZero();
  }

  @Test
  void aPortThatIsClosedWhileItsThreadBeginsToCloseItIsNoFailure() throws Exception {
    try (Port port = new Port(CancelledMeanwhile::new)) {
      port.proceed(Duration.ZERO);
      assertThat(port.closing.isClosed()).isTrue();
    }
  }

  /** The key of a port that another thread closes just after somebody has asked for the key. */
  private static final class CancelledMeanwhile extends SelectionKey {
    private final SelectionKey key;

    private CancelledMeanwhile(SelectionKey key) {
      this.key = key;
    }

    @Override
    public boolean isValid() {
      boolean valid = key.isValid();
      key.cancel();
      return valid;
    }

    @Override
    public SelectableChannel channel() {
      return key.channel();
    }

    @Override
    public Selector selector() {
      return key.selector();
    }

    @Override
    public void cancel() {
      key.cancel();
    }

    @Override
    public int interestOps() {
      return key.interestOps();
    }

    @Override
    public SelectionKey interestOps(int ops) {
      return key.interestOps(ops);
    }

    @Override
    public int readyOps() {
      return key.readyOps();
    }
  }

  private void connectTo(Port port) throws IOException {
    clients.add(new RawClient(port.socket.address()));
  }

  private final class Port implements AutoCloseable {

    final ListeningSocket socket;
    final ClosingPort closing;
    private final Selector selector = Selector.open();

    Port() throws IOException {
      this(UnaryOperator.identity());
    }

    Port(UnaryOperator<SelectionKey> key) throws IOException {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      socket = ListeningSocket.open(address, 10, false, false);
      closing =
          new ClosingPort(
              socket, key.apply(socket.register(selector)), selector, test.connections, all);
    }

    /** What the accepting thread does in its loop. */
    void proceed(Duration quiet) {
      closing.request(quiet);
      if (closing.proceed(key -> {})) {
        closing.release(served::add);
      }
    }

    @Override
    public void close() throws IOException {
      socket.close();
      selector.close();
    }
  }
}
