package tailgate.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.slf4j.Logger;
import tailgate.server.ClassPath;
import tailgate.server.listen.SharedSocket;

/** What a process finds on its descriptor 0, put there by a program in perl. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no inherited channel")
final class SocketActivationProcessTest {

  private static final Path PERL = Path.of("/usr/bin/perl");

  /** Says what it has found. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) {
      try {
        var found = SocketActivation.find(() -> false);
        System.out.println(found == null ? "none" : "listens on " + found.address().getPort());
      } catch (StartupException e) {
        System.out.println(e.getMessage());
      }
      System.exit(0);
    }
  }

  @BeforeEach
  void needsPerl() {
    assumeTrue(Files.isExecutable(PERL), "no perl");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          TCP, bound, listening             | listens on
          TCP, bound, listening, a client   | listens on
          TCP, bound                        | descriptor 0 is a TCP socket that does not listen;
          TCP                               | descriptor 0 is a TCP socket that does not listen;
          TCP, bound, listening, shut down  | descriptor 0 is a TCP socket that does not listen;
          closed                            | none
          /dev/null                         | none
          """)
  void isNamed(String given, String found) throws Exception {
    assertThat(run(given)).contains(found); // after the lines of a JVM or a logger
  }

  private static String run(String given) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(PERL.toString(), "-e", program(given)));
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(ProcessesTest.SHORT_LIVED);
    command.addAll(List.of("-cp", classPath(), Child.class.getName()));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try {
      String printed = new String(process.getInputStream().readAllBytes(), UTF_8);
      process.waitFor();
      return printed;
    } finally {
      process.destroyForcibly();
    }
  }

  private static String classPath() {
    return ClassPath.of(SocketActivation.class, SharedSocket.class, Child.class, Logger.class);
  }

  /** In perl: makes it, puts it on descriptor 0, and becomes what the arguments say. */
  private static String program(String given) {
    String steps = "use Socket; $^F = 99; ";
    if (given.startsWith("TCP")) {
      steps += "socket(S, AF_INET, SOCK_STREAM, 0) or die; ";
    }
    if (given.contains("bound")) {
      steps += "bind(S, pack_sockaddr_in(0, INADDR_LOOPBACK)) or die; ";
    }
    if (given.contains("listening")) {
      steps += "listen(S, 5) or die; ";
    }
    if (given.contains("client")) {
      steps += "socket(C, AF_INET, SOCK_STREAM, 0); connect(C, getsockname(S)) or die; ";
    }
    if (given.contains("shut down")) {
      steps += "shutdown(S, 2) or die; ";
    }
    if (given.equals("closed")) {
      steps += "close(STDIN); ";
    } else if (given.equals("/dev/null")) {
      steps += "open(STDIN, '<', '/dev/null') or die; ";
    } else {
      steps += "open(STDIN, '+<&', S) or die; ";
    }
    return steps + "exec { $ARGV[0] } @ARGV";
  }
}
