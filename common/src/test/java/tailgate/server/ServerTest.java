package tailgate.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tailgate.http.Body;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.http.Limits;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.queue.TaskExecutor;
import tailgate.server.connection.ConnectionSettings;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.connection.Timeouts;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ServerCounters;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.OverloadPolicy;
import tailgate.server.stage.Stage;

/** The life cycle, and what takes a particular executor to go wrong. */
final class ServerTest {

  private static final Response DONE = Response.status(Status.OK).text("done");
  private static final Duration BRIEF = Duration.ofMillis(300);

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);

  private final Handler blocked =
      request -> {
        entered.countDown();
        release.await();
        return DONE;
      };

  // ---- start

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void refusesAPortThatIsTaken(Dispatch dispatch) throws Exception {
    try (TestServer first = start(dispatch, new DirectExecutor(), request -> DONE)) {
      ServerConfig same = at(first.server().address());
      assertThatThrownBy(() -> server(dispatch, same)).isInstanceOf(BindException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void sharesItsPortBetweenItsListenersAndWithNobodyElse(Dispatch dispatch) throws Exception {
    var two = new Stage("test", dispatch, true, 2, "", new DirectExecutor());
    try (TestServer first = TestServer.start(two, TestServer.config(), request -> DONE)) {
      ServerConfig same = at(first.server().address());
      assertThatThrownBy(() -> server(two, same)).isInstanceOf(BindException.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void stopsWhatWasNeverStartedAndFreesThePort(Dispatch dispatch) throws Exception {
    Server server = server(dispatch, TestServer.config());
    assertThat(server.address().getPort()).isPositive();
    assertThat(server.stop(RawClient.PATIENCE)).isTrue();
    assertThatThrownBy(() -> new RawClient(server.address())).isInstanceOf(ConnectException.class);
    assertThatThrownBy(server::start).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void startsOnce() throws Exception {
    try (TestServer server = start(Dispatch.REQUEST, new DirectExecutor(), request -> DONE)) {
      assertThatThrownBy(() -> server.server().start()).isInstanceOf(IllegalStateException.class);
      assertServes(server);
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void spreadsConnectionsOverItsListeners(Dispatch dispatch) throws Exception {
    Set<String> threads = ConcurrentHashMap.newKeySet();
    Handler handler =
        request -> {
          threads.add(Thread.currentThread().getName());
          return DONE;
        };
    String name = dispatch == Dispatch.REQUEST ? "tailgate-reactor-" : "tailgate-acceptor-";
    var stage = new Stage("test", dispatch, true, 2, "", new DirectExecutor());
    try (TestServer server = TestServer.start(stage, TestServer.config(), handler)) {
      for (int i = 0; i < 200 && threads.size() < 2; i++) {
        assertServes(server);
      }
      assertThat(threads).containsExactlyInAnyOrder(name + 1, name + 2);
    }
  }

  @Test
  void listensOnIpv6() throws Exception {
    byte[] loopback = new byte[16];
    loopback[15] = 1;
    ServerConfig config = at(new InetSocketAddress(InetAddress.getByAddress(loopback), 0));
    Server server;
    try {
      server = server(Dispatch.REQUEST, config);
    } catch (SocketException e) {
      Assumptions.abort("no IPv6 here: " + e);
      return;
    }
    server.start();
    try (RawClient client = new RawClient(server.address())) {
      assertThat(client.get("/").read().text()).isEqualTo("done");
    } finally {
      server.stop(Duration.ZERO);
    }
  }

  // ---- stop

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void stopsTwice(Dispatch dispatch) throws Exception {
    try (TestServer server = start(dispatch, new DirectExecutor(), request -> DONE)) {
      assertServes(server);
      assertThat(server.stop()).isTrue();
      assertThat(server.stop()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void answersWhatIsQueuedWhenItStops(Dispatch dispatch) throws Exception {
    try (TestServer server =
            start(dispatch, TaskExecutor.of(Executors.newFixedThreadPool(1)), blocked);
        RawClient first = server.connect();
        RawClient second = server.connect()) {
      first.get("/");
      entered.await();
      second.get("/");
      server.awaitConnections(2);
      var stopped = new FutureTask<>(server::stop);
      Thread.ofVirtual().start(stopped);
      awaitClosedPort(server);
      release.countDown();
      assertThat(first.read().text()).isEqualTo("done");
      assertThat(second.read().text()).isEqualTo("done");
      assertThat(stopped.get()).isTrue();
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void closesWhatIsStillQueuedWhenItIsForced(Dispatch dispatch) throws Exception {
    try (TestServer server =
            start(dispatch, TaskExecutor.of(Executors.newFixedThreadPool(1)), blocked);
        RawClient first = server.connect();
        RawClient second = server.connect()) {
      first.get("/");
      entered.await();
      second.get("/");
      server.awaitConnections(2);
      assertThat(server.server().stop(Duration.ZERO)).isFalse();
      assertThat(server.server().openConnections()).isZero();
      assertThatThrownBy(second::read).isInstanceOf(IOException.class);
    }
  }

  // ---- executors that have no room

  @Test
  void letsAnIdleClientKeepOthersWaitingButNotOut() throws Exception {
    var clock = new LateClock();
    var timeouts = new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF);
    var stage =
        new Stage(
            "test",
            Dispatch.CONNECTION,
            true,
            1,
            "",
            TaskExecutor.of(Executors.newFixedThreadPool(1)));
    ServerConfig config = TestServer.config(10, OverloadPolicy.BLOCK, timeouts);
    try (TestServer server = TestServer.start(stage, config, request -> DONE, clock);
        RawClient idle = server.connect()) {
      assertThat(idle.get("/").read().text()).isEqualTo("done");
      try (RawClient second = server.connect()) {
        second.get("/");
        clock.start();
        assertThat(second.read().text()).isEqualTo("done");
      }
      assertThat(idle.isClosedByServer()).isTrue();
    }
  }

  @Test
  void aClientIsNotIdleBecauseTheReactorWas() throws Exception {
    Timeouts brief = new Timeouts(BRIEF, BRIEF, BRIEF, BRIEF);
    var stage = new Stage("test", Dispatch.REQUEST, true, 1, "", new DirectExecutor());
    ServerConfig config = TestServer.config(10, OverloadPolicy.BLOCK, brief);
    var clock = new LateClock();
    try (TestServer server = TestServer.start(stage, config, blocked, clock);
        RawClient first = server.connect();
        RawClient second = server.connect()) {
      server.awaitConnections(2);
      first.get("/");
      entered.await();
      second.get("/"); // stays in the kernel while the reactor is held
      clock.start();
      Thread.sleep(BRIEF.multipliedBy(3));
      release.countDown();
      assertThat(first.read().text()).isEqualTo("done");
      assertThat(second.read().text()).isEqualTo("done");
      assertThat(server.server().counters().timeouts(ServerCounters.Timeout.HEAD)).isZero();
    }
  }

  @Test
  void aRequestIsNotTooSlowBecauseItWaitedForAWorker() throws Exception {
    Timeouts brief = new Timeouts(BRIEF, BRIEF, Duration.ofMinutes(1), BRIEF);
    var stage =
        new Stage(
            "test",
            Dispatch.REQUEST,
            true,
            1,
            "",
            TaskExecutor.of(Executors.newFixedThreadPool(1)));
    ServerConfig config = TestServer.config(10, OverloadPolicy.BLOCK, brief);
    var clock = new LateClock();
    try (TestServer server = TestServer.start(stage, config, blocked, clock);
        RawClient first = server.connect();
        RawClient second = server.connect()) {
      second.send("GET / HTTP/1.1\r\n");
      server.awaitConnections(2);
      first.get("/");
      entered.await();
      second.send("Host: test\r\n\r\n");
      clock.start();
      Thread.sleep(BRIEF.multipliedBy(3));
      release.countDown();
      assertThat(second.read().text()).isEqualTo("done");
    }
  }

  @Test
  void goesOnWithAResponseForWhichThereWasNoWorkerAtFirst() throws Exception {
    byte[] content = new byte[32 << 20];
    Response big = Response.status(Status.OK).body(new Body.Bytes(ByteBuffer.wrap(content)));
    var executor = new MoodyExecutor();
    try (TestServer server = start(Dispatch.REQUEST, TaskExecutor.of(executor), request -> big);
        RawClient client = new RawClient(server.server().address(), 4096)) {
      client.get("/").readHead();
      executor.refuses = true;
      var body = new FutureTask<>(() -> client.readBytes(content.length));
      Thread.ofVirtual().start(body); // makes room, and the executor has none
      await(() -> executor.refused.get() > 0);
      executor.refuses = false;
      assertThat(body.get()).isEqualTo(content);
      assertThat(server.server().counters().overloads()).isZero();
    }
  }

  @ParameterizedTest
  @EnumSource(Dispatch.class)
  void anExecutorThatFailsCostsOneConnection(Dispatch dispatch) throws Exception {
    var executor = TaskExecutor.of(new BrokenOnceExecutor());
    try (TestServer server = start(dispatch, executor, request -> DONE)) {
      try (RawClient client = server.connect()) {
        assertThatThrownBy(() -> client.get("/").read()).isInstanceOf(IOException.class);
      }
      assertServes(server);
      server.awaitConnections(0);
    }
  }

  /** Fails at its first task. */
  private static final class BrokenOnceExecutor extends ThreadPoolExecutor {
    private final AtomicInteger tasks = new AtomicInteger();

    BrokenOnceExecutor() {
      super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    public void execute(Runnable task) {
      if (tasks.incrementAndGet() == 1) {
        throw new IllegalStateException("on purpose");
      }
      super.execute(task);
    }
  }

  /** Refuses tasks when told to. */
  private static final class MoodyExecutor extends ThreadPoolExecutor {
    final AtomicInteger refused = new AtomicInteger();
    volatile boolean refuses;

    MoodyExecutor() {
      super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
    }

    @Override
    public void execute(Runnable task) {
      if (refuses) {
        refused.incrementAndGet();
        throw new RejectedExecutionException("on purpose");
      }
      super.execute(task);
    }
  }

  // ---- helpers

  private static void assertServes(TestServer server) throws IOException {
    try (RawClient client = server.connect()) {
      client.send(
          Wire.lines(
              """
              GET / HTTP/1.1
              Host: test
              Connection: close

              """));
      assertThat(client.read().text()).isEqualTo("done");
    }
  }

  private static TestServer start(Dispatch dispatch, TaskExecutor executor, Handler handler) {
    var stage = new Stage("test", dispatch, true, 1, "", executor);
    return TestServer.start(stage, TestServer.config(), handler);
  }

  private static Server server(Dispatch dispatch, ServerConfig config) throws IOException {
    var stage = new Stage("test", dispatch, true, 1, "", new DirectExecutor());
    return server(stage, config);
  }

  private static Server server(Stage stage, ServerConfig config) throws IOException {
    return new Server(stage, config, request -> DONE, ErrorPages.BUILT_IN, Observation.NONE);
  }

  private static ServerConfig at(InetSocketAddress address) {
    return new ServerConfig(
        address,
        100,
        new ConnectionSettings(
            100,
            DescriptorBudget.UNLIMITED,
            0,
            Timeouts.DEFAULT,
            Limits.DEFAULT,
            ServerConfig.LEAST_REQUEST_MEMORY),
        OverloadPolicy.BLOCK,
        Duration.ZERO);
  }

  private static void awaitClosedPort(TestServer server) {
    List<RawClient> accepted = new ArrayList<>();
    await(
        () -> {
          try {
            accepted.add(server.connect());
            return false;
          } catch (SocketException e) { // refused, or reset because it came in between
            return true;
          }
        });
    accepted.forEach(ServerTest::close);
  }

  private static void close(RawClient client) {
    try {
      client.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().pollInterval(Duration.ofMillis(5)).until(condition);
  }
}
