package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tailgate.queue.TaskExecutor;
import tailgate.server.RawClient;

@Tag("slow")
class StageLauncherTest {

  private static final int FAILED = 1;
  private static final int MISUSED = 2;
  private static final int NOT_DRAINED = 3;

  @TempDir Path folder;

  private final Launched launched = new Launched();
  private final StringWriter out = launched.out;
  private final StringWriter err = launched.err;

  // ---- wrong usage

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "--workerz=8 | unknown option '--workerz', did you mean --workers",
        "--workerz 8 | unknown option '--workerz', did you mean --workers",
        "--keepalive | unknown option '--keepalive', did you mean --keep-alive",
        "--no-keepalive | unknown option '--no-keepalive', did you mean --no-keep-alive",
        "--qwxyz | unknown option '--qwxyz'",
        "--min-workers=8 | unknown option '--min-workers'",
        "--max-connections=8 | unknown option '--max-connections'",
        "--deadline=1s | unknown option '--deadline': requests do not wait in a queue of probe",
        "--admission=vegas | unknown option '--admission': requests do not wait in a queue of"
            + " probe",
        "-x | unknown option '-x'",
        "extra | unexpected argument 'extra'",
        "port=80 | unexpected argument 'port=80'",
        "@pom.xml | unexpected argument '@pom.xml'",
        "--port | Missing required parameter for option '--port' (PORT)",
        "--port= | Invalid value for option '--port': '' is not a whole number",
        "--port abc | Invalid value for option '--port': 'abc' is not a whole number",
        "--port 65536 | the port must be 0 to 65535, not 65536",
        "--port -1 | the port must be 0 to 65535, not -1",
        "--admin-port 65536 | the admin port must be 0 to 65535, not 65536",
        "--admin-port 80 --no-admin | --admin-port cannot be used with --no-admin",
        "--workers 99999999999 | Invalid value for option '--workers': '99999999999' is too large",
        "--host= | the host to listen on is empty",
        "--allow-host a:80 | 'a:80' is not a host that can be allowed; give a name or an IP address"
            + " without a port",
        "--root= | Invalid value for option '--root': it is empty",
        "--backlog 0 | the backlog must be at least 1, not 0",
        "--dispatch both | Invalid value for option '--dispatch': 'both' is none of connection,"
            + " request",
        "--idle-timeout 30 | Invalid value for option '--idle-timeout': '30' needs a unit: ms, s,"
            + " m, h",
        "--idle-timeout 0s | the idle timeout must be positive and at most a year, not PT0S",
        "--drain-timeout 9000h | Invalid value for option '--drain-timeout': '9000h' is too long;"
            + " the maximum is a year",
        "--cache-revalidate 9999999999h | Invalid value for option '--cache-revalidate':"
            + " '9999999999h' is too long; the maximum is a year",
        "--max-head 1 | the limit of the head must be at least 64, not 1",
        "--cache all | Invalid value for option '--cache': 'all' is none of none, pinned, lru,"
            + " caffeine",
        "--compression zip | Invalid value for option '--compression': 'zip' is none of auto,"
            + " siblings, off",
        "--access-log-format json | Invalid value for option '--access-log-format': 'json' is none"
            + " of common, combined",
        "--cache-entries 0 | the cache must keep at least one file, not 0",
        "--cache-size 1T | Invalid value for option '--cache-size': '1T' has an unknown unit;"
            + " known: B, KiB, MiB, GiB",
        "--simulate-io exp | Invalid value for option '--simulate-io' (TIME): 'exp' is not a"
            + " duration such as 250ms, 30s or 5m",
      })
  void saysInOneLineWhatIsWrongWithTheArguments(String arguments, String complaint) {
    assertThat(run(arguments.strip().split(" "))).isEqualTo(MISUSED);
    assertThat(err).hasToString("probe: " + complaint.strip() + " (--help explains)\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void saysWhyThereCanBeNoAccessLog() {
    Path log = folder.resolve("missing/access.log");
    assertThat(run("--access-log", log.toString(), "--port", "0")).isEqualTo(FAILED);
    assertThat(err)
        .hasToString("probe: cannot write the access log %s: it does not exist\n".formatted(log));
  }

  @Test
  void saysInOneLineWhatIsWrongWithTheConfigFile() throws IOException {
    Path file = Files.writeString(folder.resolve("probe.properties"), "portt=80");

    assertThat(run("--config", file.toString())).isEqualTo(MISUSED);
    assertThat(err)
        .hasToString(
            "probe: in %s: unknown option '--portt', did you mean --port (--help explains)\n"
                .formatted(file));
  }

  // ---- what keeps it from starting

  @Test
  void namesThePortThatIsInUse() throws IOException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ExecutorService threads = Executors.newSingleThreadExecutor();

      assertThat(
              run(
                  new ProbeCommand(() -> TaskExecutor.of(threads)),
                  "--port",
                  "" + other.getLocalPort()))
          .isEqualTo(FAILED);
      assertThat(err)
          .hasToString(
              "probe: cannot listen on 127.0.0.1:"
                  + other.getLocalPort()
                  + ": Address already in use; stop what listens there, or choose another by"
                  + " --port, 0 for any free one\n");
      assertThat(threads.isShutdown()).as("leaves no threads behind").isTrue();
    }
  }

  @Test
  void saysThatTheStacksOfAllProcessesMayNotFitBeforeItListens() throws IOException {
    var command = new ProbeCommand();
    command.threads = Integer.MAX_VALUE; // 184 TiB of stacks
    try (ServerSocket other = new ServerSocket(0)) {
      assertThat(run(command, "--processes", "2", "--port", "" + other.getLocalPort()))
          .isEqualTo(FAILED);
    }
    assertThat(err.toString()).startsWith("probe: the stacks of 4294967294 threads (some ");
  }

  @Test
  void namesTheAdminPortThatIsInUseAndLeavesNothingRunning() throws IOException {
    try (var other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      ExecutorService threads = Executors.newSingleThreadExecutor();

      assertThat(
              run(
                  new ProbeCommand(() -> TaskExecutor.of(threads)),
                  "--port=0",
                  "--admin-port=" + other.getLocalPort()))
          .isEqualTo(FAILED);
      assertThat(err)
          .hasToString(
              "probe: cannot listen on admin port "
                  + other.getLocalPort()
                  + ": Address already in use; stop what listens there, or choose another by"
                  + " --admin-port, 0 for any free one\n");
      assertThat(out.toString()).isEmpty();
      assertThat(threads.isShutdown()).as("leaves no threads behind").isTrue();
    }
  }

  @Test
  void namesTheHostThatIsUnknown() {
    assertThat(run("--host", "no.such.host.invalid", "--port", "0")).isEqualTo(FAILED);
    assertThat(err.toString())
        .matches("probe: cannot listen on no\\.such\\.host\\.invalid:0: unknown host\n");
  }

  @Test
  void namesTheAddressThatIsNotOfThisMachine() {
    assertThat(run("--host", "192.0.2.1", "--port", "0")).isEqualTo(FAILED); // RFC 5737: nobody's
    assertThat(err.toString()).startsWith("probe: cannot listen on 192.0.2.1:0: ").hasLineCount(1);
  }

  @Test
  void namesTheRootThatIsMissing() {
    Path missing = folder.resolve("missing");

    assertThat(run("--root", missing.toString(), "--port", "0")).isEqualTo(FAILED);
    assertThat(err).hasToString("probe: cannot serve %s: it does not exist\n".formatted(missing));
  }

  @Test
  void namesTheRootThatIsAFile() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");

    assertThat(run("--root", file.toString(), "--port", "0")).isEqualTo(FAILED);
    assertThat(err).hasToString("probe: cannot serve %s: it is not a folder\n".formatted(file));
  }

  @Test
  void namesTheMediaTypesThatAreMissing() {
    Path missing = folder.resolve("missing");

    assertThat(run("--media-types", missing.toString(), "--port", "0")).isEqualTo(FAILED);
    assertThat(err).hasToString("probe: cannot read %s: it does not exist\n".formatted(missing));
  }

  @Test
  void namesTheLineOfTheMediaTypesThatIsWrong() throws IOException {
    Path file = Files.writeString(folder.resolve("types"), "text/plain txt\ntypes {\n");

    assertThat(run("--media-types", file.toString(), "--port", "0")).isEqualTo(MISUSED);
    assertThat(err.toString())
        .startsWith("probe: %s:2: \"types\" is not a media type; ".formatted(file))
        .hasLineCount(1);
  }

  @Test
  void namesTheConfigFileThatIsMissing() {
    assertThat(run("--config", folder.resolve("missing").toString())).isEqualTo(FAILED);
    assertThat(err.toString()).startsWith("probe: cannot read ").hasLineCount(1);
  }

  @Test
  void survivesAStageThatIsTooLargeForTheMachine() {
    var greedy =
        new ProbeCommand(
            () -> {
              throw new OutOfMemoryError("unable to create native thread");
            });

    assertThat(run(greedy, "--port", "0")).isEqualTo(FAILED);
    assertThat(err).hasToString("probe: out of memory: unable to create native thread\n");
  }

  @Test
  void aMistakeOfOursIsOneLineToo() {
    var broken =
        new ProbeCommand(
            () -> {
              throw new IllegalStateException("two\nlines");
            });

    assertThat(run(broken, "--port", "0")).isEqualTo(FAILED);
    assertThat(err).hasToString("probe: failed: java.lang.IllegalStateException: two lines\n");
  }

  @Test
  void aStageRefusesItsOptionsItself() {
    var refusing =
        new ProbeCommand(
            () -> {
              throw new IllegalArgumentException("--workers must be at least 1, not 0");
            });

    assertThat(run(refusing, "--port", "0")).isEqualTo(MISUSED);
    assertThat(err).hasToString("probe: --workers must be at least 1, not 0 (--help explains)\n");
  }

  // ---- help

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h", "--help --port=0"})
  void helpGoesToStdout(String arguments) {
    assertThat(run(arguments.split(" "))).isZero();
    assertThat(out.toString()).startsWith("Usage: probe [OPTIONS]");
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--version", "-V"})
  void versionIsThatOfTheJarAndOfJava(String argument) {
    assertThat(run(argument)).isZero();
    assertThat(out)
        .hasToString("Tailgate probe (unpackaged)%nJava %s%n".formatted(Runtime.version()));
  }

  // ---- a server

  @Test
  void servesUntilItIsStopped() throws Exception {
    Files.writeString(folder.resolve("index.html"), "It works.");
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit = start(command, "--port", "0", "--root", folder.toString());

    try (var client = new RawClient(address())) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      RawClient.Reply reply = client.read();
      assertThat(reply.status()).isEqualTo(200);
      assertThat(reply.text()).isEqualTo("It works.");

      assertThat(exit).as("before it is told to stop").isNotDone();
      command.stopSignal().receive();
      assertThat(exit.get()).isZero();
    }
    assertThat(out.toString()).endsWith("stopping, 1 connection open\n");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void answersOnlyForTheHostsThatAreAllowed() throws Exception {
    Files.writeString(folder.resolve("index.html"), "It works.");
    Path file = Files.writeString(folder.resolve("p"), "allow-host = a.example\nallow-host = ::1");
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        start(command, "--port=0", "--root=" + folder, "--config=" + file);
    try (var client = new RawClient(address());
        var admin = new RawClient(adminAddress())) {
      assertThat(client.get("/").read().status()).as("localhost").isEqualTo(421);
      client.send("GET / HTTP/1.1\r\nHost: A.example.:1\r\n\r\n");
      assertThat(client.read().text()).as("on the same connection").isEqualTo("It works.");
      client.send("GET / HTTP/1.1\r\nHost: [0::1]\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(200);
      client.send("GET http://evil.example/ HTTP/1.1\r\nHost: a.example\r\n\r\n");
      assertThat(client.read().status()).isEqualTo(421);

      assertThat(admin.get("/stats").read().text()).contains("\"misdirected\" : 2,");
      admin.send("GET /health/live HTTP/1.1\r\nHost: a.example\r\n\r\n");
      assertThat(admin.read().status()).isEqualTo(200);
      admin.send("GET /health/live HTTP/1.1\r\nHost: evil.example\r\n\r\n");
      assertThat(admin.read().status()).isEqualTo(403);
    }
    assertThat(out.toString()).contains("  hosts      only a.example, ::1\n");
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @Test
  void theCommandLineAndTheFileReachTheServer() throws Exception {
    Path file =
        Files.writeString(
            folder.resolve("p"),
            """
            port = 0
            root = %s
            keep-alive = true
            dispatch = request
            simulate-io = 1ms
            simulate-io = exp:1ms
            cache-size = 0
            workers = 3
            """
                .formatted(folder));
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        start(command, "--config", file.toString(), "--no-keep-alive", "--dispatch=connection");

    assertThat(address().getPort()).isPositive();
    assertThat(out.toString())
        .contains("  dispatch   by connection, 1 acceptor, no keep-alive\n")
        .contains("  cache      none")
        .contains("  root       " + folder.toRealPath() + "\n")
        .contains("  simulated  io 1ms, io exp:1ms\n");
    assertThat(command.workers).isEqualTo(3);
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @Test
  void isNotReadyWhileItStillServesThroughTheDrainDelay() throws Exception {
    Files.writeString(folder.resolve("index.html"), "It works.");
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        start(command, "--port=0", "--root=" + folder, "--drain-delay=2s");
    try (var admin = new RawClient(adminAddress())) {
      assertThat(admin.get("/health/ready").read().status()).isEqualTo(200);
      command.stopSignal().receive();
      Awaitility.await()
          .pollInterval(Duration.ofMillis(10))
          .until(() -> admin.get("/health/ready").read().status() == 503);
      try (var client = new RawClient(address())) { // a new one
        assertThat(client.get("/").read().text()).isEqualTo("It works.");
      }
      assertThat(exit.get()).isZero();
    }
    assertThat(out.toString()).contains("stopping in 2s, no longer ready\n");
  }

  @Test
  void countsWhatItServesUnlessToldNotTo() throws Exception {
    for (String metrics : new String[] {"--metrics", "--no-metrics"}) {
      out.getBuffer().setLength(0);
      var command = new ProbeCommand();
      CompletableFuture<Integer> exit = start(command, "--port=0", "--root=" + folder, metrics);
      try (var admin = new RawClient(adminAddress());
          var client = new RawClient(address())) {
        client.get("/missing").read();
        boolean counts = metrics.equals("--metrics");
        Awaitility.await() // it is counted once it is sent, which may be after it was read
            .until(() -> admin.get("/stats").read().text().contains("\"4xx\" : 1") == counts);
      }
      command.stopSignal().receive();
      assertThat(exit.get()).isZero();
    }
  }

  @Test
  void cannotBeSeenWhereNobodyIsToSee() throws Exception {
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit = start(command, "--port=0", "--root=" + folder, "--no-admin");
    assertThat(address().getPort()).isPositive();
    assertThat(out.toString()).doesNotContain("admin");
    assertThat(Thread.getAllStackTraces().keySet())
        .noneMatch(thread -> thread.getName().startsWith("tailgate-admin"));
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @ParameterizedTest
  @CsvSource({"--listing, 200", "--no-listing, 403"})
  void listsFoldersWhereItIsToldAndShowsTheErrorPageElsewhere(String option, int status)
      throws Exception {
    Files.createDirectory(folder.resolve("errors"));
    Files.writeString(folder.resolve("errors/403.html"), "Not for you.");
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit = start(command, "--port=0", "--root=" + folder, option);

    try (var client = new RawClient(address())) {
      RawClient.Reply reply = client.get("/").read();
      assertThat(reply.status()).isEqualTo(status);
      assertThat(reply.text()).contains(status == 200 ? "href=\"errors/\"" : "Not for you.");
    }
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          caffeine | caffeine, 64 MiB, files up to 1 MiB, checked after 1s, text gzipped on demand
          lru      | lru, 64 MiB and 4096 files, files up to 1 MiB, checked after 1s, text gzipped on demand
          pinned   | pinned, 64 MiB, files up to 1 MiB, checked after 1s, text gzipped on demand
          none     | none, every request reads the disk
          """)
  void theBannerNamesTheCache(String mode, String bannerLines) throws Exception {
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        start(command, "--port=0", "--root=" + folder, "--cache=" + mode);

    assertThat(address().getPort()).isPositive();
    assertThat(out.toString()).contains("  cache      " + bannerLines + "\n");
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @Test
  void refusesToPinASiteThatDoesNotFit() throws IOException {
    Files.writeString(folder.resolve("a.txt"), "x".repeat(5000));

    assertThat(run("--port=0", "--root=" + folder, "--cache=pinned", "--cache-size=4KiB"))
        .isEqualTo(MISUSED);
    assertThat(err.toString())
        .startsWith("probe: the site needs ")
        .endsWith(" bytes of memory, but the cache has only 4096 (--help explains)\n");
  }

  @Test
  void servesWithASmallerCacheThanIsAskedForWhereJavaHasNotSoMuchMemory() throws Exception {
    var command = new ProbeCommand();
    CompletableFuture<Integer> exit =
        start(command, "--port=0", "--root=" + folder, "--cache-size=1000GiB");

    assertThat(address().getPort()).isPositive();
    assertThat(err.toString())
        .matches(
            "probe: a cache of 1000 GiB does not fit into the [0-9]+ [MG]iB"
                + " that Java may use \\(-Xmx\\): reduced to [0-9]+ [MG]iB\n");
    assertThat(out.toString()).contains("  cache      caffeine, ").doesNotContain("1000 GiB");
    command.stopSignal().receive();
    assertThat(exit.get()).isZero();
  }

  @Test
  void saysWhenItHadToCutOffARequest() throws Exception {
    var asked = new CountDownLatch(1);
    var command = new ProbeCommand(() -> TaskExecutor.of(new Telling(asked)));
    CompletableFuture<Integer> exit =
        start(command, "--port=0", "--simulate-io=1h", "--drain-timeout=10ms");

    try (var client = new RawClient(address())) {
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
      asked.await();
      command.stopSignal().receive();
      assertThat(exit.get()).isEqualTo(NOT_DRAINED);
    }
    assertThat(err).hasToString("probe: not all requests were answered within 10ms\n");
  }

  private int run(String... arguments) {
    return run(new ProbeCommand(), arguments);
  }

  private int run(ProbeCommand command, String... arguments) {
    return launched.run(command, arguments);
  }

  private CompletableFuture<Integer> start(ProbeCommand command, String... arguments) {
    return launched.start(command, arguments);
  }

  private InetSocketAddress address() {
    return launched.address();
  }

  private InetSocketAddress adminAddress() {
    return launched.adminAddress();
  }
}
