package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.server.RawClient;
import tailgate.soak.ServerProcess;

/** What a server that was replaced still holds of the port. Real processes. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no inherited channel")
final class HandOverProcessTest {

  private static final Pattern HANDED_OVER = Pattern.compile("handed over to process (\\d+)\n");

  @TempDir private Path folder = Path.of("");

  @BeforeEach
  void needsPerl() {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/perl")), "no perl");
  }

  /** Else they would wait in the backlog of a socket from which nobody accepts. */
  @ParameterizedTest
  @CsvSource({"1, USR1", "2, HUP"})
  void clientsAreRefusedAtOnceIfTheSuccessorDiesWhileTheOldServerDrains(
      int processes, String signal) throws Exception {
    assumeTrue(StopSignalTest.canHear(signal), "is ignored here");
    List<String> options =
        List.of("--body-timeout", "1m", "--stop-grace", "100ms", "--processes", "" + processes);
    ProcessHandle successor = null;
    try (var old =
            ServerProcess.startReplaceable(
                ProcessesTest.Main.class,
                folder,
                folder.resolve("log"),
                ProcessesTest.SHORT_LIVED,
                options);
        var unfinished = new RawClient(old.address())) {
      // The old server drains for as long as this lasts.
      unfinished.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\na");
      kill(signal, old.pid());
      await().until(old::printed, printed -> HANDED_OVER.matcher(printed).find());
      successor = ProcessHandle.of(successorIn(old.printed())).orElseThrow();
      List<ProcessHandle> gone = successor.descendants().toList();
      successor.destroyForcibly();
      successor.onExit().join(); // first, because a supervisor replaces its processes
      gone.forEach(ProcessHandle::destroyForcibly);
      await().until(() -> gone.stream().noneMatch(ProcessHandle::isAlive));

      assertThatThrownBy(() -> new RawClient(old.address()).close())
          .isInstanceOf(ConnectException.class);
      assertThat(unfinished.send("b").read().status()).isEqualTo(405);
    } finally {
      if (successor != null) {
        successor.descendants().forEach(ProcessHandle::destroyForcibly);
        successor.destroyForcibly();
      }
    }
  }

  private static long successorIn(String output) {
    Matcher line = HANDED_OVER.matcher(output);
    assertThat(line.find()).isTrue();
    return Long.parseLong(line.group(1));
  }

  private static void kill(String signal, long pid) throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-" + signal, Long.toString(pid)).start().waitFor();
  }
}
