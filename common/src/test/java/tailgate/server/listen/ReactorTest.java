package tailgate.server.listen;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tailgate.http.Body;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.server.RawClient;
import tailgate.server.connection.TestContext;
import tailgate.server.stage.OverloadPolicy;

/** A reactor alone: there is no sweeper that would look from time to time. */
@Timeout(30)
final class ReactorTest {

  private static final int BIG = 32 << 20;

  private final TestContext test =
      new TestContext(
          request ->
              Response.status(Status.OK).body(new Body.Bytes(ByteBuffer.wrap(new byte[BIG]))));

  private final ListeningSocket socket;

  ReactorTest() throws IOException {
    socket =
        ListeningSocket.open(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10, false, false);
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
}
