package tailgate.server.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tailgate.http.Body;
import tailgate.http.ErrorPages;
import tailgate.http.Limits;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.connection.ConnectionSettings;
import tailgate.server.connection.Connections;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.connection.TestContext;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.Observation;
import tailgate.server.stage.OverloadPolicy;

/** A reactor alone: there is no sweeper that would look from time to time. */
final class ReactorTest {

  private static final int BIG = 32 << 20;
  private static final int MANY = 100;
  private static final ConnectionSettings SETTINGS =
      new ConnectionSettings(
          2 * MANY,
          DescriptorBudget.UNLIMITED,
          0,
          Timeouts.DEFAULT,
          Limits.DEFAULT,
          Integer.MAX_VALUE);

  private final TestContext test =
      new TestContext(
          request ->
              Response.status(Status.OK).body(new Body.Bytes(ByteBuffer.wrap(new byte[BIG]))));

  private final ListeningSocket socket;

  ReactorTest() throws IOException {
    socket = open();
  }

  @AfterEach
  void close() {
    test.close();
  }

  @Test
  void goesOnWithAResponseThoughNoWorkerSaysThatItIsFree() throws Exception {
    var calls = new AtomicInteger();
    var reactor =
        new Reactor(
            "test",
            socket,
            test.connections,
            task -> {
              if (calls.incrementAndGet() % 3 == 2) {
                throw new RejectedExecutionException("no room, for a moment");
              }
              task.run();
            },
            OverloadPolicy.BLOCK,
            new ClosingPort.OpenPorts());
    reactor.start();
    try (RawClient client = new RawClient(socket.address(), 4096)) {
      assertThat(client.get("/").read().body()).hasSize(BIG);
    } finally {
      reactor.stop();
    }
  }

  /** The look for bytes takes wake-ups, also those of waits that are reported meanwhile. */
  @Test
  void endsAllWaitsThatAreReportedWhileItLooksForBytes() throws Exception {
    for (int round = 0; round < 30; round++) {
      try (var connections =
          new Connections(
              SETTINGS,
              true,
              null,
              request -> Response.status(Status.OK).empty(),
              ErrorPages.BUILT_IN,
              Observation.NONE,
              InstantSource.system(),
              System::nanoTime)) {
        endManyIdle(connections);
      }
    }
  }

  private static void endManyIdle(Connections connections) throws IOException {
    ListeningSocket port = open();
    var reactor =
        new Reactor(
            "test",
            port,
            connections,
            Runnable::run,
            OverloadPolicy.BLOCK,
            new ClosingPort.OpenPorts());
    List<RawClient> clients = new ArrayList<>();
    reactor.start();
    try {
      for (int i = 0; i < MANY; i++) {
        clients.add(new RawClient(port.address(), 4096));
      }
      awaitSize(connections, MANY);
      connections.endIdle(Duration.ZERO); // reports one after the other, once
      reactor.closePort(Duration.ZERO);
      awaitSize(connections, 0);
    } finally {
      reactor.stop();
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  private static void awaitSize(Connections connections, int size) {
    Awaitility.await().pollInterval(Duration.ofMillis(5)).until(() -> connections.size() == size);
  }

  private static ListeningSocket open() throws IOException {
    return ListeningSocket.open(
        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), MANY, false, false);
  }
}
