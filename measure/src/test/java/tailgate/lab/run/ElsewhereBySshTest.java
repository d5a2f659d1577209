package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.remote.ServerHost;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;
import tailgate.lab.testing.Processes;
import tailgate.lab.testing.Sshd;

/** The same with the real ssh and a real sshd, on the loopback address. */
@Tag("slow")
class ElsewhereBySshTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir static Path keys;

  /** Null where there is no sshd: then no test runs. */
  private static Sshd sshd;

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter progress = new StringWriter();
  private Path raw;

  @BeforeAll
  static void listen() throws Exception {
    assumeTrue(Sshd.find().isPresent(), "no sshd");
    sshd = Sshd.start(keys);
  }

  @AfterAll
  static void stop() {
    if (sshd != null) {
      sshd.close();
    }
  }

  @BeforeEach
  void create() throws IOException {
    raw = Files.createDirectories(root.resolve("raw"));
  }

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void aHostKeyThatIsNotKnownIsNotAccepted() throws Exception {
    List<String> ssh = sshd.knowing("");

    assertThatThrownBy(() -> open(ssh))
        .isInstanceOf(LabException.class)
        .hasMessage(
            "the host key of there is not known; log in once, and compare it, with: %s there",
            String.join(" ", ssh));
    assertThat(keys.resolve("known")).isEmptyFile();
  }

  @Test
  void aHostKeyThatHasChangedIsNotAccepted() throws Exception {
    List<String> ssh = sshd.knowing("changed");

    assertThatThrownBy(() -> open(ssh))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("the host key of there is not the one that is known");
  }

  @Test
  void aKeyThatIsRefusedIsOneLineAndNoQuestion() throws Exception {
    List<String> ssh = sshd.stranger();

    assertThatThrownBy(() -> open(ssh))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("there takes none of your keys; ");
  }

  @Test
  void aServerIsSeenWithItsStatisticsAndNothingIsLeft() throws Exception {
    List<ServerView> views = new ArrayList<>();
    List<String> folders = new ArrayList<>();

    try (ServerHost host = open(sshd.knowing("host"))) {
      assertThat(host.address()).isEqualTo("127.0.0.1");
      StageRun stages = stages(host);
      start(
          stages,
          ready -> {
            folders.add(folder());
            assertThat(ready.stats()).isPresent();
            LoadGenerator<String> untilItWasSampled =
                (load, server, context) -> sampled(ready.stats().orElseThrow());
            IdleGate.Quiet quiet = new IdleGate.Quiet(1, 0, 0, true);
            stages.drive(untilItWasSampled, "", ready, quiet, context(), raw);
            views.add(StageRun.seen(raw));
          });
    }

    ServerView view = views.get(0);
    assertThat(view.peak(ServerTimeline.CONNECTIONS)).isEqualTo(3);
    assertThat(view.peak(ServerTimeline.THREADS)).isGreaterThan(5);
    Conditions conditions = Objects.requireNonNull(view.conditions());
    assertThat(conditions.cores()).startsWith("server=").endsWith(" on there");
    assertThat(conditions.serverJvm()).contains("Using ", "CPUs: ");
    assertThat(conditions.counters()).containsKey(Conditions.Counter.SAFEPOINTS);
    assertThat(Path.of(folders.get(0))).doesNotExist();
  }

  /** Returns when others have looked at the statistics a few times; the fake counts looks. */
  private static void sampled(URI stats) {
    AtomicInteger ours = new AtomicInteger();
    await().until(() -> looks(stats) - ours.incrementAndGet() > 3);
  }

  private static int looks(URI stats) throws IOException {
    try (InputStream body = stats.toURL().openStream()) {
      return JsonFiles.parse(body.readAllBytes()).at("/requests/total").asInt();
    }
  }

  @Test
  void nothingIsLeftIfSshIsKilled() throws Exception {
    List<String> folders = new ArrayList<>();
    List<Long> servers = new ArrayList<>();
    ServerHost host = open(sshd.knowing("host"));

    assertThatThrownBy(
            () ->
                start(
                    stages(host),
                    ready -> {
                      folders.add(folder());
                      servers.add(ready.pid());
                      // The connection is the first of them; the others go with it.
                      ProcessHandle.current()
                          .children()
                          .filter(child -> commandLine(child).contains("ControlMaster=yes"))
                          .forEach(ProcessHandle::destroyForcibly);
                      await().until(() -> !Processes.run(ready.pid()));
                      await().until(() -> !Files.exists(Path.of(folder())));
                    }))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("the connection to there has ended");

    host.close();
    assertThat(servers).hasSize(1);
    assertThat(folders).hasSize(1);
  }

  private static String commandLine(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", "" + process.pid(), "cmdline"));
    } catch (IOException e) {
      return "";
    }
  }

  /** That of all servers there, from the second line of the log of the server. */
  private String folder() throws IOException {
    String command = Files.readAllLines(raw.resolve("server.log")).get(1);
    return command.replaceAll(".* -jar (\\S*/tailgate\\.\\w+)/.*", "$1");
  }

  private ServerHost open(List<String> ssh) throws Exception {
    return ServerHost.open(
        new ServerHost.Order(ssh, "there", FakeProject.JAVA, null, List.of()), children);
  }

  private StageRun stages(ServerHost host) throws IOException {
    Project project =
        FakeProject.in(root, FakeJMeter.Behaviour.FAILS)
            .with("threadpool", FakeStage.Behaviour.SERVES_WITH_STATS)
            .project();
    return new StageRun(project, 0, "no-java-here", PLENTY).on(new Elsewhere(host));
  }

  /** What is done at a server while it is there. */
  @FunctionalInterface
  private interface Work {
    void at(Ready server) throws Exception;
  }

  private void start(StageRun stages, Work work) throws Exception {
    ServerSpec server = new ServerSpec("threadpool", List.of(), Optional.empty());
    try (RunningServer running = stages.start(server, Project.DATA, context())) {
      work.at(running.ready());
      running.checkAlive();
    }
  }

  private RunContext context() {
    return new RunContext(children, new PrintWriter(progress, true), raw);
  }
}
