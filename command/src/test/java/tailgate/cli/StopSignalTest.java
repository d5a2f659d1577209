package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.ClassPath;

/** Signals end processes, so each of these tests has a child to send them to. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no such signals")
class StopSignalTest {

  private static final int OWN_EXIT = 42;
  private static final Map<String, Integer> NUMBERS =
      Map.of("HUP", 1, "INT", 2, "USR1", 10, "TERM", 15);

  /**
   * Waits for a signal; then ends, or {@code hangs}, or closes and waits for another. If it has a
   * second argument, it creates the file of this name when it ends.
   */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws Exception {
      try (var signal = new StopSignal()) {
        signal.listen(() -> System.out.println("reloads"));
        System.out.println("listening");
        signal.await();
        System.out.println("received");
        if (arguments[0].equals("hangs")) {
          Thread.sleep(Long.MAX_VALUE);
        }
      }
      if (arguments[0].equals("closes")) {
        System.out.println("closed");
        Thread.sleep(Long.MAX_VALUE);
      }
      if (arguments.length > 1) {
        Files.createFile(Path.of(arguments[1]));
      }
      System.exit(OWN_EXIT);
    }
  }

  /**
   * A background job of a script ignores SIGINT, and what {@code nohup} starts ignores SIGHUP. Then
   * no JVM takes it, and a test would hang.
   */
  static boolean canHear(String... signals) throws IOException {
    Path status = Path.of("/proc/self/status");
    if (!Files.isReadable(status)) {
      return true;
    }
    String mask = Files.readString(status).replaceAll("(?s).*SigIgn:\\s*(\\p{XDigit}+).*", "$1");
    long ignored = Long.parseUnsignedLong(mask, 16);
    return Stream.of(signals)
        .mapToLong(signal -> 1L << (Objects.requireNonNull(NUMBERS.get(signal)) - 1))
        .allMatch(bit -> (ignored & bit) == 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"INT", "TERM"})
  void aSignalIsReceivedAndTheExitCodeStaysOurs(String name) throws Exception {
    assertThat(exitCode("ends", List.of("listening", "received"), name)).isEqualTo(OWN_EXIT);
  }

  @Test
  void aSecondSignalEndsTheProcess() throws Exception {
    assertThat(exitCode("hangs", List.of("listening", "received"), "TERM", "INT")).isEqualTo(130);
  }

  @Test
  void hangUpReloadsAsOftenAsItComes() throws Exception {
    List<String> said = List.of("listening", "reloads", "reloads", "received");
    assertThat(exitCode("ends", said, "HUP", "HUP", "TERM")).isEqualTo(OWN_EXIT);
  }

  /** The shell of the terminal sends it too; what matters is that the terminal is gone. */
  @Test
  void theEndOfTheTerminalStops(@TempDir Path folder) throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/script")), "no script");
    assumeTrue(canHear("HUP"), "is ignored here");
    Path ended = folder.resolve("ended");
    String command =
        "exec '" + String.join("' '", command("ends", ended.toString())) + "' 2>/dev/null";
    Process terminal =
        new ProcessBuilder("/usr/bin/script", "-qc", command, folder.resolve("log").toString())
            .start();
    try (BufferedReader out = terminal.inputReader()) {
      assertThat(out.readLine()).isEqualTo("listening");
    } finally {
      terminal.destroyForcibly();
    }

    await().until(() -> Files.exists(ended));
  }

  @Test
  void onceClosedASignalIsTheJvmsAgain() throws Exception {
    assertThat(exitCode("closes", List.of("listening", "received\nclosed"), "TERM", "TERM"))
        .isEqualTo(128 + 15);
  }

  /**
   * The exit code of a child that gets a signal each time it has said the next of the bannerLines.
   */
  private static int exitCode(String kind, List<String> bannerLines, String... signals)
      throws Exception {
    assumeTrue(canHear(signals), "is ignored here");
    Process child = start(kind);
    try (BufferedReader out = child.inputReader()) {
      for (int i = 0; i < bannerLines.size(); i++) {
        for (String word : bannerLines.get(i).lines().toList()) {
          assertThat(out.readLine()).isEqualTo(word);
        }
        if (i < signals.length) {
          send(signals[i], child);
        }
      }
      child.waitFor();
      return child.exitValue();
    } finally {
      child.destroyForcibly();
    }
  }

  private static void send(String signal, Process child) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + signal, "" + child.pid()).inheritIO().start();
    assertThat(kill.waitFor()).isZero();
  }

  private static Process start(String kind) throws IOException {
    return new ProcessBuilder(command(kind)).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static List<String> command(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xshare:auto", "-XX:TieredStopAtLevel=1"));
    command.add("-cp");
    command.add(ClassPath.of(StopSignal.class, SafeLogger.class, Child.class, Logger.class));
    command.add(Child.class.getName());
    command.addAll(List.of(arguments));
    return command;
  }
}
