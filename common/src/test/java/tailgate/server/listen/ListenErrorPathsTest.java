package tailgate.server.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Selector;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.StubChannel;
import tailgate.server.Wire;
import tailgate.server.connection.Connection;
import tailgate.server.connection.TestContext;
import tailgate.server.observe.ServerCounters.ServerEvent;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.OverloadPolicy;

/** Nothing is leaked where something fails that seldom does: memory, a descriptor, an executor. */
final class ListenErrorPathsTest {

  private final TestContext test =
      new TestContext(request -> Response.status(Status.OK).text("done"));

  private final ListeningSocket socket;

  ListenErrorPathsTest() throws IOException {
    socket =
        ListeningSocket.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10, false, false);
  }

  @AfterEach
  void close() {
    socket.close();
    test.close();
  }

  @Test
  void aConnectionThatNobodyTakesIsClosed() throws Exception {
    try (Selector selector = Selector.open();
        RawClient client = new RawClient(socket.address())) {
      socket.register(selector);
      selector.select();
      assertThat(test.connections.tryPermit()).isTrue();
      assertThatThrownBy(
              () ->
                  socket.accept(
                      test.connections,
                      true,
                      connection -> {
                        throw new OutOfMemoryError("on purpose");
                      }))
          .isInstanceOf(OutOfMemoryError.class);
      assertThat(test.connections.size()).isZero();
      assertThat(client.isClosedByServer()).isTrue();
    }
  }

  /** SharedDescriptorsTest has what happens when there are none. */
  @Test
  void anAcceptThatFailsEndsNobodyWhileThereAreDescriptors() throws Exception {
    StubChannel idle = new StubChannel(false);
    test.connect(idle);
    test.pass(Duration.ofSeconds(2));
    socket.failed(test.connections, new IOException("No buffer space available"));
    assertThat(idle.outputShut).isFalse();
    assertThat(test.connections.counters().events(ServerEvent.ACCEPT_FAILED)).isEqualTo(1);
  }

  @Test
  void aConnectionThatCannotBeGivenBackIsClosed() throws Exception {
    StubChannel channel = new StubChannel(false).arrives(Wire.get("/"));
    Connection connection = test.connect(channel);
    connection.receive();
    var registration = new Registration(connection, new WithoutMemory());
    assertThatThrownBy(registration::run).isInstanceOf(OutOfMemoryError.class);
    assertThat(channel.isOpen()).isFalse();
    assertThat(test.connections.size()).isZero();
  }

  /** A reactor that cannot take anything back. */
  private static final class WithoutMemory implements Registration.Owner {
    @Override
    public void giveBack(Registration registration) {
      throw new OutOfMemoryError("on purpose");
    }

    @Override
    public void overdue(Registration registration) {}

    @Override
    public void workerFree() {}
  }

  @Test
  void aReactorThatCannotBeMadeLeavesNoDescriptor() throws Exception {
    socket.close();
    long before = descriptors();
    for (int i = 0; i < 10; i++) {
      assertThatThrownBy(() -> reactor(socket)).isInstanceOf(ClosedChannelException.class);
      assertThatThrownBy(() -> blockingAcceptor(socket)).isInstanceOf(ClosedChannelException.class);
    }
    assertThat(descriptors()).isLessThan(before + 10);
  }

  @Test
  void aListenerThatIsNeverStartedLeavesNoDescriptor() throws Exception {
    long before = descriptors();
    for (int i = 0; i < 10; i++) {
      var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
      ListeningSocket own = ListeningSocket.open(address, 1, false, false);
      reactor(own).discard();
      own = ListeningSocket.open(address, 1, true, false);
      blockingAcceptor(own).discard();
    }
    assertThat(descriptors()).isLessThan(before + 10);
  }

  private Reactor reactor(ListeningSocket its) throws IOException {
    return new Reactor(
        "test",
        its,
        test.connections,
        new DirectExecutor(),
        OverloadPolicy.BLOCK,
        new ClosingPort.OpenPorts());
  }

  private BlockingAcceptor blockingAcceptor(ListeningSocket its) throws IOException {
    return new BlockingAcceptor(
        "test",
        its,
        test.connections,
        new DirectExecutor(),
        OverloadPolicy.BLOCK,
        new ClosingPort.OpenPorts());
  }

  private static long descriptors() throws IOException {
    Path folder = Path.of("/proc/self/fd");
    Assumptions.assumeTrue(Files.isDirectory(folder));
    try (var list = Files.list(folder)) {
      return list.count();
    }
  }
}
