package tailgate.cli;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import tailgate.admin.Management;
import tailgate.content.cache.CacheStatistics;
import tailgate.http.Response;
import tailgate.http.Status;
import tailgate.metrics.RequestMetrics;
import tailgate.server.Observation;
import tailgate.server.RawClient;
import tailgate.server.TestServer;
import tailgate.server.stage.DirectExecutor;
import tailgate.server.stage.Dispatch;
import tailgate.server.stage.Stage;
import tailgate.top.Terminal;

/** The command, looking at a server. */
@Timeout(60)
final class TopTest {

  private static final int FAILED = 1;
  private static final int MISUSED = 2;
  private static final CacheStatistics CACHE = new CacheStatistics(1, 2, 3, 4, 5, 6, 7, 8, 9, 10);

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final RequestMetrics metrics = new RequestMetrics(System::nanoTime);

  private TestServer server;
  private Management management;

  @BeforeEach
  void start() throws IOException {
    Response small = Response.status(Status.OK).text("small");
    server =
        TestServer.start(
            new Stage("test", Dispatch.REQUEST, true, 1, "one", new DirectExecutor()),
            TestServer.config(),
            request -> small,
            Observation.of(System::nanoTime, metrics));
    listen(0);
  }

  private void listen(int port) throws IOException {
    management = new Management(server.server(), () -> CACHE, metrics);
    management.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
  }

  @AfterEach
  void stop() {
    management.close();
    server.close();
  }

  // ---- once

  @Test
  void onceIsAPage() throws IOException {
    try (RawClient client = server.connect()) {
      client.get("/").read();
    }
    assertThat(run(port(), "--once", "--interval=100ms")).isZero();
    assertThat(out.toString())
        .startsWith("test   ready   up ")
        .contains("http://127.0.0.1:" + port() + "/\n")
        .contains("1 in all\n")
        .doesNotContain("\u001b");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void onceOnATerminalFitsItAndHasColours() {
    var terminal = new Terminal(true, () -> Optional.of(new Terminal.Size(40, 24)), () -> true);
    assertThat(run(new Top(() -> Optional.of(terminal)), port(), "--once", "--interval=100ms"))
        .isZero();
    assertThat(out.toString()).contains("\u001b[1mtest\u001b[0m");
    assertThat(out.toString().replaceAll("\u001b\\[[0-9;]*m", "").lines())
        .allMatch(line -> line.length() <= 40);
  }

  @Test
  void onceAsJsonIsOneLine() {
    assertThat(run(port(), "--once", "--json")).isZero();
    assertThat(out.toString()).startsWith("{\"timeMillis\":").endsWith("}\n").hasLineCount(1);
  }

  // ---- what is wrong

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "localhost:99999 | Invalid value for positional parameter at index 0 (URL):"
            + " 'localhost:99999': a port is 1 to 65535",
        "ftp://here/ | Invalid value for positional parameter at index 0 (URL): 'ftp://here/': only"
            + " http and https can be asked",
        "9010 9011 | unexpected argument '9011'",
        "--onec | unknown option '--onec', did you mean --once",
        "--interval 1 | Invalid value for option '--interval': '1' needs a unit: ms, s, m, h",
        "--interval 99ms | the interval must be at least 100ms, not 99ms",
      })
  void wrongUsageIsOneLine(String arguments, String complaint) {
    assertThat(run(arguments.split(" "))).isEqualTo(MISUSED);
    assertThat(err).hasToString("top: " + complaint + " (--help explains)\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void aServerThatIsNotThereIsOneLine() throws IOException {
    String free;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = "" + socket.getLocalPort();
    }
    assertThat(run(free)).isEqualTo(FAILED);
    assertThat(err)
        .hasToString("top: no answer from http://127.0.0.1:" + free + "/: Connection refused\n");
    assertThat(run("no.such.host.invalid:80")).isEqualTo(FAILED);
    assertThat(err.toString())
        .endsWith("top: no answer from http://no.such.host.invalid:80/: unknown host\n");
  }

  @Test
  void thePortOfTheServerItselfIsTheWrongOne() {
    assertThat(run("" + server.server().address().getPort())).isEqualTo(FAILED);
    assertThat(err.toString()).endsWith("/stats is not what a Tailgate answers there\n");
    assertThat(run("http://127.0.0.1:" + port() + "/threads")).isEqualTo(FAILED);
    assertThat(err.toString())
        .endsWith("/threads/stats answers 404; is that the admin port of a server?\n");
  }

  // ---- again and again

  @Test
  void itGoesOnUntilItIsToldToStopAndALineIsASample() throws Exception {
    Top top = new Top(Optional::empty);
    CompletableFuture<Integer> exit = start(top, port(), "--interval=100ms");
    await(() -> out.toString().lines().count() >= 3);
    top.stopSignal().receive();
    assertThat(exit.get(30, SECONDS)).isZero();
    assertThat(out.toString().lines()).allMatch(line -> line.contains("  test  ready  requests "));
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  @Test
  void aTerminalIsAsItWasBefore() throws Exception {
    var terminal = new Terminal(false, () -> Optional.of(new Terminal.Size(80, 24)), () -> true);
    Top top = new Top(() -> Optional.of(terminal));
    CompletableFuture<Integer> exit = start(top, port());
    await(() -> out.toString().contains("process "));
    top.stopSignal().receive();
    assertThat(exit.get(30, SECONDS)).isZero();
    assertThat(out.toString()).startsWith("\u001b[?1049h").endsWith("\u001b[?1049l");
  }

  @Test
  void aServerThatIsStartedAgainIsSeenAgain() throws Exception {
    int port = Integer.parseInt(port());
    Top top = new Top(Optional::empty);
    CompletableFuture<Integer> exit = start(top, port(), "--json", "--interval=100ms");
    await(() -> out.toString().lines().count() >= 1);
    management.close();
    await(() -> err.toString().contains("Connection refused; trying again\n"));
    long seen = out.toString().lines().count();
    listen(port);
    await(() -> out.toString().lines().count() > seen);
    assertThat(exit).isNotDone();
    top.stopSignal().receive();
    assertThat(exit.get(30, SECONDS)).isZero();
    assertThat(err.toString()).hasLineCount(1);
  }

  @Test
  void aMistakeOfOursEndsItWithOneLine() throws Exception {
    Top top =
        new Top(
            () -> {
              throw new IllegalStateException("on purpose");
            });
    assertThat(run(top, port())).isEqualTo(FAILED);
    assertThat(err).hasToString("top: failed: java.lang.IllegalStateException: on purpose\n");
  }

  private String port() {
    return "" + management.address().orElseThrow().getPort();
  }

  private int run(String... arguments) {
    return run(new Top(Optional::empty), arguments);
  }

  private int run(Top top, String... arguments) {
    CommandLine line = Top.commandLine(top);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  private CompletableFuture<Integer> start(Top top, String... arguments) {
    return CompletableFuture.supplyAsync(
        () -> run(top, arguments), task -> Thread.ofPlatform().daemon().start(task));
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(20))
        .until(condition);
  }
}
