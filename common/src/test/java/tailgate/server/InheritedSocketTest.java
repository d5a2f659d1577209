package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.TaskExecutor;
import tailgate.server.listen.SharedSocket;
import tailgate.server.observe.Observation;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;

/** Servers on a socket that another one has made, and that they may share with another one. */
final class InheritedSocketTest {

  private static final int REACTORS = 3;
  private static final Duration DRAIN = RawClient.PATIENCE;

  private final ServerSocketChannel channel;
  private final InetSocketAddress address;

  /** How often a server has asked whether it may close the socket. */
  private final AtomicInteger asked = new AtomicInteger();

  InheritedSocketTest() throws IOException {
    channel =
        ServerSocketChannel.open()
            .bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
    address = (InetSocketAddress) channel.getLocalAddress();
  }

  @AfterEach
  void close() throws IOException {
    channel.close();
  }

  private Server server(Dispatch dispatch, String text, boolean mayClose) throws IOException {
    return server(dispatch, says(text), mayClose);
  }

  private Server server(Dispatch dispatch, Handler handler, boolean mayClose) throws IOException {
    return server(
        dispatch,
        handler,
        () -> {
          asked.incrementAndGet();
          return mayClose;
        });
  }

  private Server server(Dispatch dispatch, Handler handler, BooleanSupplier mayClose)
      throws IOException {
    TaskExecutor executor =
        dispatch == Dispatch.REQUEST
            ? new DirectExecutor()
            : TaskExecutor.of(Executors.newVirtualThreadPerTaskExecutor());
    var inherited = new SharedSocket(channel, mayClose);
    return new Server(
        new Stage("test", dispatch, true, REACTORS, "", executor),
        TestServer.config(),
        inherited,
        handler,
        ErrorPages.BUILT_IN,
        Observation.NONE);
  }

  private static Handler says(String text) {
    return request -> Response.status(Status.OK).text(text);
  }

  private String ask() throws IOException {
    try (RawClient client = new RawClient(address)) {
      return client.get("/").read().text();
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void servesAtTheAddressOfTheSocketAndClosesItAtTheStop(Dispatch dispatch) throws Exception {
    Server server = server(dispatch, "first", true);
    assertThat(server.address()).isEqualTo(address);
    server.start();
    for (int i = 0; i < 4 * REACTORS; i++) {
      assertThat(ask()).isEqualTo("first");
    }
    assertThat(server.stop(DRAIN)).isTrue();
    assertThat(asked).hasValue(1);
    assertThatThrownBy(this::ask).isInstanceOf(ConnectException.class);
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void leavesTheSocketOpenIfItMayNotCloseIt(Dispatch dispatch) throws Exception {
    Server server = server(dispatch, "first", false);
    server.start();
    assertThat(server.stop(DRAIN)).isTrue();
    assertThat(asked).hasValue(1);
    assertThat(channel.isOpen()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void answersEverybodyInTheBacklogAtAStop(Dispatch dispatch) throws Exception {
    Server server = server(dispatch, "first", true);
    try (RawClient early = new RawClient(address).get("/")) {
      server.start();
      assertThat(server.stop(DRAIN)).isTrue();
      assertThat(early.read().text()).isEqualTo("first");
    }
  }

  /** To answer this question, two threads open files. */
  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void answersWhoConnectsWhileItIsAskedWhetherItMayClose(Dispatch dispatch) throws Exception {
    var meanwhile = new CompletableFuture<RawClient>();
    Server server =
        server(
            dispatch,
            says("first"),
            () -> {
              try {
                return meanwhile.complete(new RawClient(address).get("/"));
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    server.start();
    assertThat(ask()).isEqualTo("first");
    assertThat(server.stop(DRAIN)).isTrue();
    try (RawClient client = meanwhile.get()) {
      assertThat(client.read().text()).isEqualTo("first");
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void whoHasLeftAcceptsNobodyAndServesWhoIsConnected(Dispatch dispatch) throws Exception {
    Server first = server(dispatch, "first", false);
    first.start();
    try (RawClient kept = new RawClient(address)) {
      assertThat(kept.get("/").read().text()).isEqualTo("first");
      first.leavePort();
      assertThat(asked).as("it closes its end before it drains").hasValue(1);
      try (RawClient waits = new RawClient(address).get("/")) {
        assertThat(kept.get("/").read().text()).isEqualTo("first");
        Server second = server(dispatch, "second", true);
        second.start();
        assertThat(waits.read().text()).isEqualTo("second");
        first.announceStop();
        assertThat(kept.get("/").read().field("Connection")).isEqualTo("close");
        assertThat(first.stop(DRAIN)).isTrue();
        assertThat(asked).hasValue(1);
        assertThat(ask()).isEqualTo("second");
        assertThat(second.stop(DRAIN)).isTrue();
      }
    }
  }

  @Test
  void anAcceptorThatIsOccupiedAcceptsNobodyAfterItHasLeft() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch occupied = new CountDownLatch(1);
    Server first =
        server(
            Dispatch.REQUEST,
            request -> {
              occupied.countDown();
              release.await();
              return Response.status(Status.OK).text("first");
            },
            false);
    first.start();
    try (RawClient holds = new RawClient(address).get("/")) {
      occupied.await();
      first.leavePort();
      Server second = server(Dispatch.REQUEST, "second", true);
      second.start();
      release.countDown();
      assertThat(holds.read().text()).isEqualTo("first");
      for (int i = 0; i < 4 * REACTORS; i++) {
        assertThat(ask()).isEqualTo("second");
      }
      assertThat(first.stop(DRAIN)).isTrue();
      assertThat(second.stop(DRAIN)).isTrue();
    }
  }

  @Test
  void aServerThatIsNeverStartedLeavesTheSocketToOthers() throws Exception {
    assertThat(server(Dispatch.REQUEST, "first", false).stop(DRAIN)).isTrue();
    Server second = server(Dispatch.REQUEST, "second", true);
    second.start();
    assertThat(ask()).isEqualTo("second");
    second.stop(DRAIN);
  }

  @Test
  void onlyAnInheritedSocketCanBeLeft() throws Exception {
    Stage stage = new Stage("test", Dispatch.REQUEST, true, 1, "", new DirectExecutor());
    var own =
        new Server(stage, TestServer.config(), says("own"), ErrorPages.BUILT_IN, Observation.NONE);
    own.start();
    assertThatThrownBy(own::leavePort).isInstanceOf(IllegalStateException.class);
    own.stop(DRAIN);
  }
}
