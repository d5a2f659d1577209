package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.ServerTimeline;
import tailgate.lab.load.ServerView;
import tailgate.lab.machine.Isolation;
import tailgate.lab.monitor.PauseLog;
import tailgate.lab.monitor.ServerMonitor;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;
import tailgate.lab.remote.ServerHost;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeSsh;
import tailgate.lab.testing.FakeStage;

/** Fake stages on another machine, which by a fake ssh is this one. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class ElsewhereTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final StringWriter progress = new StringWriter();
  private Path raw;
  private Path there;

  @BeforeEach
  void create() throws IOException {
    raw = Files.createDirectories(root.resolve("raw"));
    there = Files.createDirectories(root.resolve("there"));
  }

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void aStageIsStartedFromACopyAndNothingIsLeft() throws Exception {
    Path handler = Files.writeString(root.resolve("handler.jar"), "a handler");
    List<Ready> seen = new ArrayList<>();

    start(
        FakeStage.Behaviour.SERVES,
        null,
        List.of("--handler-jar", handler.toString(), "--access-log=/here/access.log"),
        ready -> {
          assertThat(ready.isAlive()).isTrue();
          seen.add(ready);
        });

    assertThat(seen).hasSize(1);
    assertThat(seen.get(0).host()).isEqualTo("127.0.0.1");
    assertThat(Files.readAllLines(raw.resolve("server.log")).get(1))
        .startsWith("$ (on there) " + FakeProject.JAVA)
        .contains(" -jar " + there + "/tailgate.")
        .containsPattern("--handler-jar " + there + "/tailgate\\.\\w+/copy-\\d/handler.jar ")
        .containsPattern("--access-log=" + there + "/tailgate\\.\\w+/1/written.log")
        .doesNotContain(root.resolve("threadpool").toString());
    await().until(() -> left().isEmpty());
  }

  @Test
  void itsProcessIsSeenFromHere() throws Exception {
    List<ServerView> views = new ArrayList<>();

    start(
        FakeStage.Behaviour.SERVES,
        null,
        List.of(),
        ready -> {
          try (ServerMonitor monitor =
              ServerMonitor.over(
                  ready.watched(), ready.stats(), new PauseLog(raw.resolve("pauses.log")))) {
            ServerView view = view(monitor);
            while (!view.kernel().knows(ServerTimeline.CPU_SECONDS)) {
              Thread.onSpinWait();
              view = view(monitor);
            }
            views.add(view);
          }
        });

    assertThat(views.get(0).kernel().peak(ServerTimeline.THREADS)).isGreaterThan(5);
    assertThat(views.get(0).kernel().peak(ServerTimeline.RSS)).isGreaterThan(10);
    Conditions conditions = Objects.requireNonNull(views.get(0).conditions());
    assertThat(conditions.counters())
        .containsKeys(
            Conditions.Counter.MACHINE_SWITCHES,
            Conditions.Counter.VOLUNTARY_SWITCHES,
            Conditions.Counter.SAFEPOINTS);
    assertThat(conditions.serverJvm()).contains("Using ", "CPUs: ");
    assertThat(progress.toString()).as("the fake leads no ports").contains("no /stats");
  }

  private static ServerView view(ServerMonitor monitor) {
    Map<Conditions.Counter, Double> growth = monitor.growth();
    return monitor.seen(new Conditions("", monitor.serverJvm(), null, null, 0, true, growth));
  }

  @Test
  void theCeilingIsMeasuredOnThatMachine() throws Exception {
    List<Ready> seen = new ArrayList<>();
    EchoProcess echo = new EchoProcess("no-java-here", Isolation.NONE, 10, Duration.ZERO);

    try (ServerHost host = open(null)) {
      try (RunningServer running = new Elsewhere(host).start(echo, context())) {
        seen.add(running.ready());
      }

      assertThat(seen.get(0).isAlive()).isFalse();
    }

    assertThat(Files.readString(raw.resolve("echo.log")))
        .containsPattern("-cp " + there + "/tailgate\\S+ tailgate.lab.echo.EchoServer \\d+ 10 0 ");
    await().until(() -> left().isEmpty());
  }

  @Test
  void aServerThatCannotBeReachedFromHereIsSaidToBeSo() throws Exception {
    assertThatThrownBy(
            () -> start(FakeStage.Behaviour.SERVES, "127.0.0.77", List.of(), ready -> {}))
        .isInstanceOf(LabException.class)
        .hasMessageMatching(
            "the server listens on 127.0.0.77:\\d+, and cannot be reached from here; is there a"
                + " firewall\\? .*");
    await().until(() -> left().isEmpty());
  }

  @Test
  void aServerThatDiesIsReportedWithItsLastWords() throws Exception {
    assertThatThrownBy(() -> start(FakeStage.Behaviour.DIES, null, List.of(), ready -> {}))
        .isInstanceOf(LabException.class)
        .hasMessageStartingWith("ended before it answered, with exit code 3")
        .hasMessageEndingWith("\n  | no such luck");
    await().until(() -> left().isEmpty());
  }

  private void start(
      FakeStage.Behaviour behaviour, @Nullable String address, List<String> arguments, Work work)
      throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.FAILS).with("threadpool", behaviour);
    Duration patience = address == null ? PLENTY : Duration.ofSeconds(3);
    try (ServerHost host = open(address)) {
      StageRun stages =
          new StageRun(project.project(), 0, "no-java-here", patience).on(new Elsewhere(host));
      ServerSpec server = new ServerSpec("threadpool", arguments, Optional.empty());
      try (RunningServer running = stages.start(server, Project.DATA, context())) {
        work.at(running.ready());
        running.checkAlive();
      }
    }
  }

  private RunContext context() {
    return new RunContext(children, new PrintWriter(progress, true), raw);
  }

  /** What is done at a server while it is there. */
  @FunctionalInterface
  private interface Work {
    void at(Ready server) throws Exception;
  }

  private ServerHost open(@Nullable String address)
      throws IOException, LabException, InterruptedException {
    List<String> ssh = FakeSsh.reaching(root, there);
    return ServerHost.open(
        new ServerHost.Order(ssh, "there", FakeProject.JAVA, address, List.of()), children);
  }

  /** What there is in the folder for temporary files there. */
  private List<Path> left() throws IOException {
    try (Stream<Path> files = Files.list(there)) {
      return files.toList();
    }
  }
}
