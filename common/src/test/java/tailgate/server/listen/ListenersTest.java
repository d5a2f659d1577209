package tailgate.server.listen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.TaskExecutor;
import tailgate.server.RawClient;
import tailgate.server.connection.TestContext;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/** Several listeners, where the platform does not spread clients over several sockets. */
final class ListenersTest {

  private static final int COUNT = 3;
  private static final InetSocketAddress ANY_PORT =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);

  private final TestContext test =
      new TestContext(request -> Response.status(Status.OK).text("done"));

  @AfterEach
  void close() {
    test.close();
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void shareOneSocketAndCloseItTogether(Dispatch dispatch) throws Exception {
    Listeners listeners = listeners(dispatch, ANY_PORT);
    InetSocketAddress address = listeners.address();
    listeners.start();
    try {
      for (int i = 0; i < 4 * COUNT; i++) {
        assertThat(ask(address)).isEqualTo("done");
      }
      listeners.closePort(Duration.ZERO, Duration.ofSeconds(10));
      assertThatThrownBy(() -> ask(address)).isInstanceOf(ConnectException.class);
    } finally {
      listeners.stop();
    }
  }

  /**
   * Each listener looks for one client more than it has been told of, for which it has a permit.
   */
  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void makeNoRoomWhileAnotherHasAPermitAndNoClient(Dispatch dispatch) throws Exception {
    Listeners listeners = listeners(dispatch, ANY_PORT);
    listeners.start();
    int taken = 0;
    while (test.connections.tryPermit()) {
      taken++;
    }
    try (RawClient client = new RawClient(listeners.address())) {
      client.get("/");
      Awaitility.await()
          .during(Duration.ofMillis(100))
          .until(() -> !test.connections.cap().isReached());
      test.connections.releasePermit();
      taken--;
      assertThat(client.read().text()).isEqualTo("done");
      assertThat(test.connections.cap().isReached()).isFalse();
    } finally {
      for (; taken > 0; taken--) {
        test.connections.releasePermit();
      }
      listeners.closePort(Duration.ZERO, Duration.ofSeconds(10));
      listeners.stop();
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void doNotTakeAPortThatIsTaken(Dispatch dispatch) throws Exception {
    Listeners first = listeners(dispatch, ANY_PORT);
    first.start();
    try {
      InetSocketAddress taken = first.address();
      assertThatThrownBy(() -> listeners(dispatch, taken)).isInstanceOf(BindException.class);
    } finally {
      first.closePort(Duration.ZERO, Duration.ofSeconds(10));
      first.stop();
    }
  }

  private Listeners listeners(Dispatch dispatch, InetSocketAddress address) throws IOException {
    TaskExecutor executor =
        dispatch == Dispatch.REQUEST
            ? new DirectExecutor()
            : TaskExecutor.of(Executors.newVirtualThreadPerTaskExecutor());
    return new Listeners(
        new Stage("test", dispatch, true, COUNT, "", executor),
        null,
        address,
        10,
        OverloadPolicy.BLOCK,
        test.connections,
        false);
  }

  private static String ask(InetSocketAddress address) throws IOException {
    try (RawClient client = new RawClient(address)) {
      return client.get("/").read().text();
    }
  }
}
