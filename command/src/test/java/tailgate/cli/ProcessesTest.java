package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.server.ClassPath;
import tailgate.server.RawClient;
import tailgate.soak.GoodClients;
import tailgate.soak.GoodRequest;
import tailgate.soak.OpenClients;
import tailgate.soak.Tally;

/** Real processes on one socket, which a program in perl has made. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no inherited channel")
final class ProcessesTest {

  private static final Path PERL = Path.of("/usr/bin/perl");
  private static final Path LISTEN = Path.of("..", "build", "listen.pl");

  /** Options of a JVM whose start is most of its life. */
  static final List<String> SHORT_LIVED =
      List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

  private static final GoodRequest ALPHA =
      GoodRequest.get("/a.txt", "", answer -> answer.status() == 200 && answer.body().length == 5);

  @TempDir Path folder;

  private Path output;

  @SuppressWarnings("NullAway.Init") // by the tests that start one
  private Process supervisor;

  /** A command line of its own, for the processes to have. */
  static final class Main {
    private Main() {}

    public static void main(String[] arguments) {
      StageLauncher.main(new ProbeCommand(), arguments);
    }
  }

  @BeforeEach
  void writeSite() throws IOException {
    assumeTrue(Files.isExecutable(PERL), "no perl");
    output = folder.resolve("output");
    Files.createDirectory(folder.resolve("site"));
    Files.writeString(folder.resolve("site/a.txt"), "alpha");
  }

  private void start(int processes, String... options) throws IOException {
    List<String> command = new ArrayList<>(List.of(PERL.toString(), LISTEN.toString()));
    command.addAll(List.of("127.0.0.1", "0", "128", "any"));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(SHORT_LIVED);
    command.addAll(List.of("-Xmx64m", "-cp", ClassPath.ofThisTest(), Main.class.getName()));
    command.addAll(List.of("--port", "0", "--admin-port", "0"));
    command.addAll(List.of("--processes", Integer.toString(processes)));
    command.addAll(List.of(options));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("TAILGATE_RUN_DIR", folder.resolve("run").toString());
    supervisor = builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
  }

  private void started(int processes, String... options) throws IOException {
    String site = folder.resolve("site").toString();
    start(
        processes,
        Stream.concat(Stream.of("--root", site), Stream.of(options)).toArray(String[]::new));
    await().until(() -> output().contains("  admin ") || !supervisor.isAlive());
    assertThat(output()).contains("  admin ", "  processes  " + processes);
  }

  @AfterEach
  void end() throws Exception {
    if (supervisor != null) {
      supervisor.descendants().forEach(ProcessHandle::destroyForcibly);
      supervisor.destroyForcibly().waitFor();
    }
  }

  // ---- a crash

  @Test
  void aProcessThatIsKilledLosesTheRequestsThatItHadAndIsReplaced() throws Exception {
    assumeTrue(Files.isReadable(Path.of("/proc/net/tcp")), "not Linux");
    Path log = folder.resolve("access.log");
    started(4, "--access-log", log.toString(), "--stop-grace", "100ms");
    Tally tally = new Tally();
    try (OpenClients load = openLoad(tally)) {
      load.start(20, 20);
      awaitAnswers(tally, 200);
      JsonNode before = stats();
      JsonNode victim = busiest(before);
      long pid = victim.get("pid").asLong();
      kill("STOP", pid); // its kept connections get requests; new ones go to the others
      awaitAnswers(tally, 200);
      Set<Integer> inFlight = ConnectionsOfProcess.clientPorts(pid, address().getPort());
      kill("KILL", pid);
      await().until(() -> startsOf(victim.get("process").asInt()) == 2);
      await()
          .until(
              () ->
                  stats()
                      .at("/processes")
                      .findValuesAsText("state")
                      .equals(List.of("ready", "ready", "ready", "ready")));
      awaitAnswers(tally, 200);

      assertThat(load.failedPorts()).as(tally.toString()).isNotEmpty().isSubsetOf(inFlight);
      assertThat(tally.failed())
          .as(tally.toString())
          .isLessThanOrEqualTo(load.failedPorts().size()); // one each
      assertThat(tally.refused()).isZero();
      assertThat(stats().at("/requests/total").asLong())
          .isGreaterThan(before.at("/requests/total").asLong());
      assertThat(page("/metrics"))
          .contains("tailgate_process_starts_total{process=\"" + victim.get("process") + "\"} 2.0");
    }
    kill("TERM", supervisor.pid());
    supervisor.waitFor();
    assertThat(supervisor.exitValue()).isZero();
    assertThat(output()).containsPattern("\nstopping, \\d+ connections? open\n");
    Pattern line =
        Pattern.compile("127\\.0\\.0\\.1 - - \\[.*] \"GET /a\\.txt HTTP/1\\.1\" 200 5 \"-\" \"-\"");
    assertThat(Files.readAllLines(log)).hasSizeGreaterThan(400).allMatch(line.asMatchPredicate());
  }

  // ---- the end

  @Test
  void aStopUnderLoadLosesNoRequest() throws Exception {
    started(2, "--stop-grace", "2s");
    Tally tally = new Tally();
    try (var load = new GoodClients(address(), List.of(ALPHA), Duration.ofMillis(1), tally)) {
      load.start(2, 2);
      awaitAnswers(tally, 100);
      load.stopping();
      kill("TERM", supervisor.pid());
      supervisor.children().forEach(one -> kill("TERM", one.pid())); // as systemd does
      supervisor.waitFor();
      assertThat(supervisor.exitValue()).isZero();
      assertThat(tally.failed()).as(tally.toString()).isZero();
    }
  }

  @Test
  void processesDoNotOutliveTheirSupervisor() throws Exception {
    started(2, "--stop-grace", "100ms");
    List<ProcessHandle> processes = supervisor.children().toList();
    assertThat(processes).hasSize(2);
    kill("KILL", supervisor.pid());
    await().until(() -> processes.stream().noneMatch(ProcessHandle::isAlive));
  }

  // ---- a restart

  @Test
  void aRestartUnderLoadReplacesAllProcessesAndLosesNoRequest() throws Exception {
    started(2, "--stop-grace", "2s");
    List<ProcessHandle> old = supervisor.children().toList();
    ProcessHandle successor = null;
    Tally tally = new Tally();
    try (OpenClients load = openLoad(tally)) {
      load.start(20, 20);
      awaitAnswers(tally, 100);
      kill("USR1", supervisor.pid());
      await().until(this::output, output -> output.contains("handed over to process "));
      successor = ProcessHandle.of(successorIn(output())).orElseThrow();
      supervisor.waitFor();
      awaitAnswers(tally, 100);

      assertThat(supervisor.exitValue()).isZero();
      assertThat(old).noneMatch(ProcessHandle::isAlive);
      assertThat(tally.failed()).as(tally.toString()).isZero();
      assertThat(stats().at("/processes")).hasSize(2);
      assertThat(successor.children()).hasSize(2);
    } finally {
      if (successor != null) {
        successor.destroy();
        successor.onExit().get();
      }
    }
  }

  private static long successorIn(String output) {
    Matcher line = Pattern.compile("handed over to process (\\d+)").matcher(output);
    return line.find() ? Long.parseLong(line.group(1)) : 0;
  }

  // ---- what cannot start

  @Test
  void whatAProcessCannotStartWithIsReportedAndEndsAll() throws Exception {
    start(3, "--root", folder.resolve("missing").toString());
    supervisor.waitFor();
    assertThat(supervisor.exitValue()).isEqualTo(1);
    assertThat(output())
        .contains("missing: it does not exist\n")
        .containsPattern("probe: process 0 could not be started: .*missing: it does not exist\n")
        .doesNotContain("process 1");
  }

  @Test
  void withoutASocketThereIsNothingToShare() {
    var launched = new Launched();
    assertThat(launched.run(new ProbeCommand(), "--processes", "2")).isEqualTo(1);
    assertThat(launched.err.toString())
        .isEqualToNormalizingNewlines(
            "probe: --processes needs a listening socket on descriptor 0, which the processes"
                + " share: start it with ./tailgate serve (which needs perl or python3), or by"
                + " systemd with StandardInput=socket\n");
  }

  @Test
  void aNumberThatCannotBeMeantIsRefused() {
    for (String number : List.of("0", "-1", "257")) {
      var launched = new Launched();
      assertThat(launched.run(new ProbeCommand(), "--processes", number)).isEqualTo(2);
      assertThat(launched.err.toString())
          .contains("the number of processes must be 1 to 256, not " + number);
    }
  }

  // ---- what is there

  /** Requests that are due at fixed times, 400 a second with 40 clients. */
  private OpenClients openLoad(Tally tally) throws IOException {
    return new OpenClients(address(), ALPHA, Duration.ofMillis(100), tally);
  }

  /** Waits for so many more. */
  private static void awaitAnswers(Tally tally, int more) {
    long then = tally.answered();
    await().until(() -> tally.answered() > then + more);
  }

  private String output() throws IOException {
    return Files.readString(output);
  }

  private InetSocketAddress address() throws IOException {
    return addressIn("Tailgate probe at ");
  }

  private InetSocketAddress addressIn(String prefix) throws IOException {
    String line = output().lines().filter(l -> l.startsWith(prefix)).findFirst().orElseThrow();
    URI url = URI.create(line.substring(line.indexOf("http://")));
    return new InetSocketAddress(url.getHost(), url.getPort());
  }

  private String page(String path) throws IOException {
    try (RawClient client = new RawClient(addressIn("  admin "))) {
      return client.get(path).read().text();
    }
  }

  private JsonNode stats() throws IOException {
    return new ObjectMapper().readTree(page("/stats"));
  }

  private static JsonNode busiest(JsonNode stats) {
    return StreamSupport.stream(stats.get("processes").spliterator(), false)
        .max(Comparator.comparingLong(one -> one.path("openConnections").asLong()))
        .orElseThrow();
  }

  private long startsOf(int process) throws IOException {
    return stats().at("/processes/" + process + "/starts").asLong();
  }

  private static void kill(String signal, long pid) {
    try {
      new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
    } catch (IOException | InterruptedException e) {
      throw new AssertionError(e);
    }
  }
}
