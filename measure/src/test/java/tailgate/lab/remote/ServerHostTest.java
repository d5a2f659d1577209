package tailgate.lab.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.LabException;
import tailgate.lab.monitor.Proc;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeSsh;
import tailgate.lab.testing.Processes;

/** With a fake ssh, for which the other machine is this one. */
@EnabledOnOs(OS.LINUX)
class ServerHostTest {

  @TempDir Path folder;

  private final Children children = new Children(Duration.ofSeconds(10));
  private Path there;

  @BeforeEach
  void create() throws IOException {
    there = Files.createDirectory(folder.resolve("there"));
  }

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void aMachineIsLookedAtAndLeftAsItWas() throws Exception {
    try (ServerHost host = open(FakeProject.JAVA)) {
      assertThat(host.name()).isEqualTo("lab@there");
      assertThat(host.address()).isEqualTo("127.0.0.1");
      assertThat(host.processors()).isNotEmpty();
      assertThat(host.host().system()).isEqualTo("Linux");
      assertThat(host.host().javaVersion()).isEqualTo(System.getProperty("java.version"));
      assertThat(host.idle().read().all()).isPositive();
      assertThat(left()).hasSize(1);
    }

    await().until(() -> left().isEmpty());
  }

  @ParameterizedTest
  @CsvSource({
    "WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!|Host key verification failed.,"
        + " the host key of lab@there is not the one that is known",
    "Host key verification failed., the host key of lab@there is not known; log in once",
    "lab@there: Permission denied (publickey)., lab@there takes none of your keys",
    "ssh: Could not resolve hostname there: Name or service not known,"
        + " 'ssh has no connection to lab@there: ssh: Could not resolve hostname there: Name or"
        + " service not known'",
    "'', ssh has no connection to lab@there"
  })
  void thatThereIsNoConnectionIsOneClearLine(String error, String complaint) throws Exception {
    List<String> ssh = FakeSsh.failing(folder, error.replace('|', '\n'));

    assertThatThrownBy(() -> ServerHost.open(order(ssh, "java", List.of()), children))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith(complaint)
        .extracting(Throwable::getMessage)
        .asString()
        .hasLineCount(1);
  }

  @Test
  void aMissingSshIsNamed() {
    assertThatThrownBy(
            () -> ServerHost.open(order(List.of("no-such-ssh"), "java", List.of()), children))
        .isInstanceOf(LabException.class)
        .hasMessage("--server-host needs the command ssh; there is no no-such-ssh");
  }

  @Test
  void aMissingJavaIsNamedAndNothingIsLeft() throws IOException {
    assertThatThrownBy(() -> open("no-such-java"))
        .isInstanceOf(LabException.class)
        .hasMessage(
            "lab@there cannot run servers: no-such-java does not run there; say --server-java");
    await().until(() -> left().isEmpty());
  }

  @Test
  void whatTheShellThereCannotDoIsNamed() throws IOException {
    List<String> ssh = FakeSsh.reaching(folder, folder.resolve("nowhere"));

    assertThatThrownBy(() -> ServerHost.open(order(ssh, FakeProject.JAVA, List.of()), children))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("lab@there cannot run servers: ")
        .hasMessageContaining("nowhere/tailgate.");
  }

  @Test
  void anOldJavaIsRefused() throws IOException {
    Path old = folder.resolve("java");
    Files.writeString(old, "#!/bin/sh\necho '    java.version = 17.0.19'\n");
    assertThat(old.toFile().setExecutable(true)).isTrue();

    assertThatThrownBy(() -> open(old.toString()))
        .isInstanceOf(LabException.class)
        .hasMessageEndingWith(" is Java 17 there, and servers need 21 or newer; say --server-java");
  }

  @Test
  void processorsThatThereAreNotAreRefused() throws IOException {
    List<String> ssh = FakeSsh.reaching(folder, there);

    assertThatThrownBy(
            () -> ServerHost.open(order(ssh, FakeProject.JAVA, List.of(0, 9_999)), children))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("lab@there cannot run servers: there is no processor [9999]");
  }

  @Test
  void filesAndFoldersAreCopiedOnce() throws Exception {
    Path site = folder.resolve("a site");
    Path file =
        Files.writeString(
            Files.createDirectories(site.resolve("sub")).resolve("it's a file"), "content");
    try (ServerHost host = open(FakeProject.JAVA)) {
      assertThat(Path.of(host.copy(file))).hasContent("content");
      assertThat(Path.of(host.copy(site)).resolve("sub/it's a file")).exists();
      assertThat(host.copy(file)).isEqualTo(host.copy(file));
    }
    await().until(() -> left().isEmpty());
  }

  @Test
  void aServerHasTheExitCodeAndTheWordsOfItsCommand() throws Exception {
    ChildLog log = new ChildLog(folder.resolve("server.log"));
    try (ServerHost host = open(FakeProject.JAVA);
        RemoteServer server = host.server()) {
      Process process = server.start(List.of("-version"), log);

      assertThat(process.waitFor()).isZero();
      assertThat(log.tail()).contains("(on lab@there) " + FakeProject.JAVA + " -version", "VM");
    }
  }

  @Test
  void aServerAndWhatItHasStartedEndWithSigterm() throws Exception {
    try (ServerHost host = open(javaThatStartsAnother());
        RemoteServer server = host.server()) {
      Process process = start(server);
      long another = another();

      assertThat(children.stop(process)).isTrue();
      assertThat(process.exitValue()).isEqualTo(128 + 15);
      await().until(() -> !Processes.run(another));
    }
  }

  /** Else Ctrl-C in a terminal would end it before the lab has stopped the server. */
  @Test
  void itsSshHasASessionOfItsOwn() throws Exception {
    try (ServerHost host = open(javaThatStartsAnother());
        RemoteServer server = host.server()) {
      Process process = start(server);

      assertThat(session(process.pid()))
          .isEqualTo("" + process.pid())
          .isNotEqualTo(session(ProcessHandle.current().pid()));
      children.stop(process);
    }
  }

  /** See proc_pid_stat(5). */
  private static String session(long pid) throws IOException {
    String line = Files.readString(Path.of("/proc", "" + pid, "stat"));
    return line.substring(line.lastIndexOf(')') + 2).split(" ", -1)[3];
  }

  @Test
  void nothingIsLeftThereIfTheLabIsKilled() throws Exception {
    ServerHost host = open(javaThatStartsAnother());
    RemoteServer server = host.server();
    Process process = start(server);
    long another = another();

    // As if the kernel had closed the pipes of the lab.
    process.getOutputStream().close();
    await().until(() -> !Processes.run(server.pid()) && !Processes.run(another));
    host.hangUp();
    await().until(() -> left().isEmpty());
    assertThatThrownBy(host::freePort)
        .isInstanceOf(IOException.class)
        .hasMessage("the connection to lab@there has ended");
    host.close();
  }

  @Test
  void nothingIsLeftThereIfOnlyTheAgentEnds() throws Exception {
    ServerHost host = open(javaThatStartsAnother());
    RemoteServer server = host.server();
    start(server);

    host.close();

    await().until(() -> left().isEmpty());
    await().until(() -> !Processes.run(server.pid()));
  }

  @Test
  void theKernelThereIsRead() throws Exception {
    try (ServerHost host = open(javaThatStartsAnother());
        RemoteServer server = host.server()) {
      Process process = start(server);
      Proc proc = server.counters();

      assertThat(server.stat().lines(server.pid() + "/stat").get(0))
          .startsWith(server.pid() + " (");
      assertThat(server.stat().lines("stat").get(0)).startsWith("cpu ");
      assertThat(proc.lines("stat").get(0)).startsWith("cpu ");
      assertThat(proc.lines(server.pid() + "/status")).isNotEmpty();
      assertThat(proc.names(server.pid() + "/task")).containsExactly("" + server.pid());
      assertThat(server.epochMillis().getAsLong())
          .isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis() + 60_000);
      children.stop(process);
      assertThat(server.stat().lines(server.pid() + "/stat")).isEmpty();
    }
  }

  @Test
  void theLogOfPausesIsBroughtUpToItsLastWholeLine() throws Exception {
    Path here = folder.resolve("pauses.log");
    try (ServerHost host = open(FakeProject.JAVA);
        RemoteServer server = host.server()) {
      server.bring(here);
      assertThat(here).isEmptyFile();

      Files.writeString(server.pauses(), "one\ntwo\nthr");
      server.bring(here);
      assertThat(here).hasContent("one\ntwo\n");

      Files.writeString(server.pauses(), "one\ntwo\nthree\n");
      server.bring(here);
      assertThat(here).hasContent("one\ntwo\nthree\n");
    }
  }

  @Test
  void aPortOnWhichSomebodyListensIsNotFree() throws Exception {
    try (ServerHost host = open(FakeProject.JAVA);
        ServerSocket taken = new ServerSocket(0)) {
      assertThat(host.listens(taken.getLocalPort())).isTrue();
      assertThatThrownBy(() -> host.checkFree(taken.getLocalPort()))
          .isInstanceOf(LabException.class)
          .hasMessage("port %d is taken on lab@there", taken.getLocalPort());
      assertThat(host.listens(host.freePort())).isFalse();
    }
  }

  private Process start(RemoteServer server) throws Exception {
    Process process = server.start(List.of(), new ChildLog(folder.resolve("server.log")));
    await().until(() -> Files.exists(folder.resolve("another")));
    server.started();
    return process;
  }

  private long another() throws IOException {
    return Long.parseLong(Files.readString(folder.resolve("another")).strip());
  }

  /** It says that it is Java, and as a server starts another process and does not end. */
  private String javaThatStartsAnother() throws IOException {
    Path java = folder.resolve("java");
    Files.writeString(
        java,
        """
        #!/bin/sh
        case $* in *version*) echo 'java.version = 25.0.3' && exit ;; esac
        sleep 1000 &
        echo $! >'%1$s/new' && mv '%1$s/new' '%1$s/another'
        wait
        """
            .formatted(folder));
    assertThat(java.toFile().setExecutable(true)).isTrue();
    return java.toString();
  }

  private ServerHost open(String java) throws Exception {
    return ServerHost.open(order(FakeSsh.reaching(folder, there), java, List.of()), children);
  }

  private static ServerHost.Order order(List<String> ssh, String java, List<Integer> processors) {
    return new ServerHost.Order(ssh, "lab@there", java, null, processors);
  }

  /** What there is in the folder for temporary files there. */
  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(there)) {
      return files.toList();
    }
  }
}
