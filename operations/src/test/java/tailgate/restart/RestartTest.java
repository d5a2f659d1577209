package tailgate.restart;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.ClassPath;

/** The successors are processes: scripts that fail, and a small program that does not. */
@Tag("slow")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "there is no inherited channel")
final class RestartTest {

  private static final int PORT = 8010;
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir private Path folder = Path.of("");

  /** What the server was told, in order. */
  private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

  private final Restart.Owner owner =
      new Restart.Owner() {
        @Override
        public OptionalInt adminPort() {
          return OptionalInt.of(9010);
        }

        @Override
        public void release() {
          told.add("release");
        }

        @Override
        public void notReplaced(String reason) {
          told.add("not replaced");
        }

        @Override
        public void handedOver(long successor) {
          told.add("handed over");
        }
      };

  private final ByteArrayOutputStream printed = new ByteArrayOutputStream();

  private RunFolder run = new RunFolder(Path.of(""));

  @BeforeEach
  void makeFolder() {
    run = new RunFolder(folder.resolve("run"));
  }

  @AfterEach
  void nothingIsLeft() {
    Awaitility.await()
        .until(() -> ProcessHandle.current().children().noneMatch(ProcessHandle::isAlive));
  }

  private Restart restart(Duration timeout, String... command) throws IOException {
    return new Restart(run, PORT, () -> List.of(command), owner, timeout);
  }

  private Restart script(Duration timeout, String script) throws IOException {
    return restart(timeout, "/bin/sh", "-c", script);
  }

  /** What the command does with these arguments; it prints both streams into one. */
  private int order(String... arguments) {
    var stream = new PrintStream(printed, true, UTF_8);
    return new RestartCommand(stream, stream).run(arguments, List.of(run));
  }

  private static void assertFails(CompletableFuture<Long> outcome, String reason) {
    assertThatThrownBy(outcome::join)
        .satisfies(e -> assertThat(RestartException.reason(e)).isEqualTo(reason));
  }

  /** Takes over from the process that has started it. */
  static final class Child {
    private Child() {}

    public static void main(String[] arguments) throws RestartException {
      if (arguments.length > 0) {
        Predecessor.tellFailure(arguments[0]);
        System.exit(1);
      }
      try (Predecessor predecessor = Predecessor.find()) {
        if (predecessor != null && predecessor.adminPort().equals(OptionalInt.of(9010))) {
          predecessor.ready();
          predecessor.accepting();
          predecessor.done();
        }
      }
      System.exit(0);
    }
  }

  private static String[] child(String... arguments) {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    return Stream.concat(
            Stream.of(
                java,
                "-XX:TieredStopAtLevel=1",
                "-Dslf4j.internal.verbosity=ERROR", // it has no logger
                "-cp",
                ClassPath.of(Restart.class, SafeLogger.class, Child.class, Logger.class),
                Child.class.getName()),
            Stream.of(arguments))
        .toArray(String[]::new);
  }

  @Test
  void leavesThePortWhenTheSuccessorAccepts() throws Exception {
    try (Restart restart = restart(LONG, child())) {
      assertThat(restart.request().join()).isPositive();
      assertThat(told.take()).isEqualTo("release");
      assertThat(told.take()).isEqualTo("handed over");
      assertThat(restart.stop()).as("a successor serves").isTrue();
      assertThat(run.entries()).as("the successor has its own").isEmpty();
    }
  }

  @Test
  void goesOnWithTheReasonOfASuccessorThatCannotStart() throws Exception {
    try (Restart restart = restart(LONG, child("no such\noption"))) {
      assertFails(restart.request(), "the successor cannot start: no such option");
      assertThat(told).containsExactly("not replaced");
      assertThat(restart.stop()).isFalse();
    }
  }

  @Test
  void goesOnIfTheSuccessorEndsWithoutAWord() throws Exception {
    try (Restart restart = script(LONG, "exit 7")) {
      String reason = "the successor has ended with exit code 7; its output says why";
      assertFails(restart.request(), reason);
      assertFails(restart.request(), reason); // tries again
      assertThat(told).containsExactly("not replaced", "not replaced");
    }
  }

  @Test
  void killsASuccessorThatIsNotReadyInTime() throws Exception {
    try (Restart restart = script(Duration.ofMillis(200), "exec sleep 100")) {
      assertFails(restart.request(), "the successor was not ready within 0.2 s, and was ended");
      assertThat(told).containsExactly("not replaced");
    }
  }

  @Test
  void goesOnIfThereIsNoSuchProgram() throws Exception {
    try (Restart restart = restart(LONG, folder.resolve("java").toString())) {
      assertThatThrownBy(restart.request()::join)
          .satisfies(
              e -> assertThat(RestartException.reason(e)).startsWith("cannot start a successor: "));
    }
  }

  @Test
  void whoAsksMeanwhileGetsTheSameSuccessor() throws Exception {
    Path started = folder.resolve("started");
    try (Restart restart = script(LONG, "echo >>" + started + "; sleep 0.5; exit 7")) {
      CompletableFuture<Long> first = restart.request();
      assertThat(restart.request()).isSameAs(first);
      assertFails(first, "the successor has ended with exit code 7; its output says why");
      assertThat(started).hasContent("\n");
    }
  }

  @Test
  void aStopEndsTheSuccessorThatIsBeingStarted() throws Exception {
    Path started = folder.resolve("started");
    try (Restart restart = script(LONG, "echo >" + started + "; exec sleep 100")) {
      CompletableFuture<Long> outcome = restart.request();
      while (!Files.exists(started)) {
        Thread.onSpinWait();
      }
      assertThat(restart.stop()).isFalse();
      assertFails(outcome, "the server is being stopped");
      assertFails(restart.request(), "the server is being stopped");
    }
  }

  @Test
  void isOrderedAtTheControlSocketByOneWhoKnowsNoToken() throws Exception {
    try (Restart restart = script(LONG, "exit 7")) {
      assertThat(order("" + PORT)).isEqualTo(1);
      assertThat(printed.toString(UTF_8))
          .isEqualTo(
              String.format(
                      Locale.ROOT,
                      "tailgate: process %d was not replaced: the successor has ended with exit"
                          + " code 7;",
                      ProcessHandle.current().pid())
                  + " its output says why\n");
      try (Line line = Line.connect(UnixDomainSocketAddress.of(run.socket(PORT)))) {
        line.send("0123");
        assertThat(line.receive(LONG)).isNull();
      }
      assertThat(restart.stop()).isFalse();
    }
  }

  @Test
  void theCommandNamesWhatIsWrong() throws Exception {
    assertThat(order("x")).isEqualTo(2);
    assertThat(order("1", "2")).isEqualTo(2);
    assertThat(order()).isEqualTo(1);
    assertThat(printed.toString(UTF_8))
        .startsWith(
            """
            tailgate: restart takes the number of a process or a port, and nothing else
            tailgate: restart takes the number of a process or a port, and nothing else
            tailgate: there is no server that can be restarted.\
            """);
    try (Restart restart = restart(LONG, child())) {
      assertThat(order("1")).isEqualTo(1);
      assertThat(told).isEmpty();
      assertThat(order()).isZero();
      assertThat(restart.stop()).isTrue();
    }
  }

  @Test
  void aFolderToWhichOthersMayWriteIsRefused() throws Exception {
    Files.createDirectory(run.path());
    Files.setPosixFilePermissions(run.path(), PosixFilePermissions.fromString("rwxrwxrwx"));
    assertThatThrownBy(() -> script(LONG, "exit 7")).hasMessageContaining("others have access");
  }

  @Test
  void whatAKilledServerHasLeftIsCleanedUp() throws Exception {
    run.make();
    Process gone = new ProcessBuilder("true").start();
    gone.waitFor();
    Path left = Files.createFile(run.path().resolve("8010-" + gone.pid() + ".sock"));
    run.clean();
    assertThat(left).doesNotExist();
  }
}
