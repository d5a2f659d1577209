package tailgate.top;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import picocli.CommandLine;
import tailgate.log.SafeLogger;
import tailgate.server.ClassPath;

/** The command, looking at a server that always answers the same. */
final class TopTest {

  private static final int FAILED = 1;
  private static final int MISUSED = 2;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    listen(0);
  }

  private void listen(int port) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    answer("/stats", Fixtures.json("threadpool-2"));
    answer("/other/stats", "small");
    server.start();
  }

  private void answer(String path, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    server.createContext(
        path,
        exchange -> {
          exchange.sendResponseHeaders(200, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  // ---- once

  @Test
  void onceIsAPage() {
    assertThat(run(port(), "--once", "--interval=100ms")).isZero();
    assertThat(out.toString())
        .startsWith("threadpool   ready   up ")
        .contains("http://127.0.0.1:" + port() + "/\n")
        .contains("1,742 in all\n")
        .doesNotContain("\u001b");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void onceOnATerminalFitsItAndHasColours() {
    var terminal = new Terminal(true, () -> Optional.of(new Terminal.Size(40, 24)), () -> true);
    assertThat(run(new Top(() -> Optional.of(terminal)), port(), "--once", "--interval=100ms"))
        .isZero();
    assertThat(out.toString()).contains("\u001b[1mthreadpool\u001b[0m");
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
        "--interval 1 | Invalid value for option '--interval': '1' is not a duration such as 250ms,"
            + " 30s or 5m",
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
  void whatIsNoAdminPortIsTheWrongOne() {
    assertThat(run("http://127.0.0.1:" + port() + "/other")).isEqualTo(FAILED);
    assertThat(err.toString()).endsWith("/stats is not what a Tailgate answers there\n");
    assertThat(run("http://127.0.0.1:" + port() + "/threads")).isEqualTo(FAILED);
    assertThat(err.toString())
        .endsWith("/threads/stats answers 404; is that the admin port of a server?\n");
  }

  // ---- again and again

  @Test
  void itGoesOnUntilItIsToldToStopAndALineIsASample() throws Exception {
    Top top = new Top(Optional::empty);
    Watching watching = start(top, port(), "--interval=100ms");
    await(() -> out.toString().lines().count() >= 3);
    assertThat(watching.interrupted()).isZero();
    assertThat(out.toString().lines())
        .allMatch(line -> line.contains("  threadpool  ready  requests "));
    assertThat(out.toString()).doesNotContain("\u001b");
  }

  @Test
  void aTerminalIsAsItWasBefore() throws Exception {
    var terminal = new Terminal(false, () -> Optional.of(new Terminal.Size(80, 24)), () -> true);
    Top top = new Top(() -> Optional.of(terminal));
    Watching watching = start(top, port());
    await(() -> out.toString().contains("process "));
    assertThat(watching.interrupted()).isZero();
    assertThat(out.toString()).startsWith("\u001b[?1049h").endsWith("\u001b[?1049l");
  }

  @Test
  void aServerThatIsStartedAgainIsSeenAgain() throws Exception {
    int port = Integer.parseInt(port());
    Top top = new Top(Optional::empty);
    Watching watching = start(top, port(), "--json", "--interval=100ms");
    await(() -> out.toString().lines().count() >= 1);
    server.stop(0);
    await(() -> err.toString().contains("Connection refused; trying again\n"));
    long seen = out.toString().lines().count();
    listen(port);
    await(() -> out.toString().lines().count() > seen);
    assertThat(watching.exit()).isNotDone();
    assertThat(watching.interrupted()).isZero();
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

  // ---- in a process of its own

  @Test
  @Tag("slow")
  @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such signals")
  void aSignalEndsItWithExitCodeZero() throws Exception {
    Process child = child("--interval=100ms");
    try (BufferedReader lines = child.inputReader()) {
      assertThat(lines.readLine()).contains("  threadpool  ready  requests ");
      child.destroy(); // SIGTERM
      assertThat(child.waitFor(120, SECONDS)).isTrue();
      assertThat(child.exitValue()).isZero();
    } finally {
      child.destroyForcibly();
    }
  }

  @Test
  @Tag("slow")
  void aPipeThatIsClosedEndsIt() throws Exception {
    Process child = child("--json", "--interval=100ms");
    try {
      try (BufferedReader lines = child.inputReader()) {
        assertThat(lines.readLine()).startsWith("{\"timeMillis\":");
      }
      assertThat(child.waitFor(120, SECONDS)).isTrue();
      assertThat(child.exitValue()).isZero();
    } finally {
      child.destroyForcibly();
    }
  }

  private Process child(String... options) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-cp"));
    command.add(
        ClassPath.of(
            Top.class,
            SafeLogger.class,
            Logger.class,
            CommandLine.class,
            JsonNode.class,
            JsonFactory.class,
            JsonCreator.class));
    command.addAll(List.of(Top.class.getName(), port()));
    command.addAll(List.of(options));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private String port() {
    return "" + server.getAddress().getPort();
  }

  private int run(String... arguments) {
    return run(new Top(Optional::empty), arguments);
  }

  private int run(Top top, String... arguments) {
    CommandLine line = Top.commandLine(top);
    line.setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));
    return line.execute(arguments);
  }

  /** The command in a thread of its own. */
  private record Watching(Thread thread, FutureTask<Integer> exit) {

    /** Ends it as a signal would, and returns its exit code. */
    int interrupted() throws Exception {
      thread.interrupt();
      return exit.get(120, SECONDS);
    }
  }

  private Watching start(Top top, String... arguments) {
    var exit = new FutureTask<>(() -> run(top, arguments));
    return new Watching(Thread.ofPlatform().daemon().start(exit), exit);
  }

  private static void await(Callable<Boolean> condition) {
    Awaitility.await().pollInterval(Duration.ofMillis(20)).until(condition);
  }
}
