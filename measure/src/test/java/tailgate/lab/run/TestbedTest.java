package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.Bystanders;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Placement;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeJMeter;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeStage;
import tailgate.lab.testing.MadeUpLoad;

/** Several points at one fake stage, on a made-up machine, of which seconds pass when asked. */
@Tag("slow")
class TestbedTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  private static final LoadSpec A_SECOND = load(1_000);
  private static final LoadSpec HALF_A_SECOND = load(500);

  private static LoadSpec load(long millis) {
    return new LoadSpec(
        "/data.json",
        true,
        1,
        Model.CLOSED,
        List.of(new Segment(Segment.Kind.STEADY, 1, 0, millis)),
        1_000,
        LoadSpec.ALL_CORES);
  }

  @TempDir Path root;

  private final Children children = new Children(PLENTY);
  private final List<Conditions> seen = new ArrayList<>();
  private final CountDownLatch measured = new CountDownLatch(1);
  private int seconds;

  /** In each second, in percent. */
  private int busy;

  private long busyTicks;
  private long idleTicks;

  @AfterEach
  void leaveNoOrphans() {
    children.close();
  }

  @Test
  void theMachineIsLookedAtBeforeEachPoint() throws Exception {
    session(
        gate(false),
        session -> {
          point(session, "one");
          busy = 40;
          point(session, "two");
        });

    assertThat(seen).extracting(Conditions::wasQuiet).containsExactly(true, false);
    assertThat(seen).extracting(Conditions::idleBefore).containsExactly(1.0, 0.6);
    assertThat(seconds).as("three before the server, three of patience at a point").isEqualTo(6);
  }

  @Test
  void aBusyMachineIsRefusedAtAPointToo() throws Exception {
    session(
        gate(true),
        session -> {
          point(session, "one");
          busy = 40;
          assertThatThrownBy(() -> point(session, "two"))
              .isInstanceOf(LabException.class)
              .hasMessageContaining(
                  "the machine is too busy to measure: other programs had 40 % of the processor");
        });

    assertThat(seen).hasSize(1);
  }

  @Test
  void anotherLoadIsDrivenMeanwhileAndAwaited() throws Exception {
    session(
        gate(false),
        session -> {
          RunContext one = context().in("one");
          RunContext other = one.in("other");
          session.measure(A_SECOND, one, A_SECOND.asking("/other"), other);

          assertThat(LoadOutcome.read(other.folder()).load().segments()).hasSize(1);
        });
  }

  @Test
  void anotherLoadThatEndsTooEarlyIsAFailure() throws Exception {
    session(
        gate(false),
        session -> {
          RunContext one = context().in("one");
          RunContext other = one.in("other");
          assertThatThrownBy(() -> session.measure(A_SECOND, one, HALF_A_SECOND, other))
              .isInstanceOf(LabException.class)
              .hasMessageStartingWith("the other load was over before ");
        });
  }

  @Test
  void aFailureOfTheOtherLoadIsAFailure() throws Exception {
    session(
        gate(false),
        session -> {
          RunContext one = context().in("one");
          RunContext nowhere =
              new RunContext(children, one.progress(), one.folder().resolve("no such folder"));
          assertThatThrownBy(() -> session.measure(A_SECOND, one, A_SECOND, nowhere))
              .isInstanceOf(LabException.class)
              .hasMessageContaining("the other load failed: ");
        });
  }

  @Test
  void theCeilingIsMeasuredBeforeOtherClientsComeAndTheyStayForTheWholeLoad() throws Exception {
    List<String> events = new ArrayList<>();
    LoadSource source =
        (load, server, context) -> {
          events.add(load.path().equals(A_SECOND.path()) ? "load" : "ceiling");
          MadeUpLoad.write(load, context.folder(), 10_000);
        };
    session(
        gate(false),
        stages -> new Testbed(stages, source, Optional.of(new Ceiling(stages, source))),
        session ->
            session.measure(
                A_SECOND,
                context().in("one"),
                port -> {
                  events.add("others come");
                  return new Others(events);
                }));

    assertThat(events)
        .containsExactly(
            "ceiling", "ceiling", "others come", "checked", "load", "checked", "others go");
  }

  private record Others(List<String> events) implements Bystanders {
    @Override
    public void check() {
      events.add("checked");
    }

    @Override
    public boolean areBusy() {
      return true;
    }

    @Override
    public void close() {
      events.add("others go");
    }
  }

  @ParameterizedTest
  @CsvSource({"5000, at a low rate", "5001, at any rate"})
  void aKeptGeneratorIsTheOneForTheRateOfItsLoads(double mostPerSecond, String which)
      throws Exception {
    StageRun stages =
        new StageRun(
            FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES).project(),
            0,
            FakeProject.JAVA,
            PLENTY,
            Isolation.NONE,
            List.of());
    List<String> driven = new ArrayList<>();
    LoadSource source =
        new LoadSource() {
          @Override
          public void drive(LoadSpec load, Ready server, RunContext context) {
            driven.add("at any rate");
          }

          @Override
          public LoadSource atLowRate() {
            return (load, server, context) -> driven.add("at a low rate");
          }
        };

    try (LoadRig rig =
        new Testbed(stages, source, Optional.empty()).start(1, mostPerSecond, context())) {
      rig.generator().drive(A_SECOND, new Ready(1, 1, Optional.empty()), context());
    }

    assertThat(driven).containsExactly(which);
  }

  /** What is done in a session. */
  @FunctionalInterface
  private interface Work {
    void in(ServerSession session) throws Exception;
  }

  private void session(IdleGate gate, Work work) throws Exception {
    session(gate, stages -> new Testbed(stages, this::drive, Optional.empty()), work);
  }

  private void session(IdleGate gate, Function<StageRun, Testbed> test, Work work)
      throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("threadpool", FakeStage.Behaviour.SERVES);
    Isolation isolation = new Isolation(Placement.SHARED, Isolation.Collector.DEFAULT, gate);
    StageRun stages =
        new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY, isolation, List.of());
    try (LoadRig rig = test.apply(stages).start(1, context());
        ServerSession session =
            ServerSession.open(
                rig,
                new ServerSpec("threadpool", List.of()),
                "/data.json",
                Optional.empty(),
                context())) {
      work.in(session);
      session.checkAlive();
    }
  }

  private RunContext context() throws IOException {
    return new RunContext(
        children,
        new PrintWriter(new StringWriter()),
        Files.createDirectories(root.resolve("raw")));
  }

  private void point(ServerSession session, String name)
      throws IOException, LabException, InterruptedException {
    seen.add(session.measure(A_SECOND, context().in(name)).server().conditions());
  }

  private IdleGate gate(boolean refuses) throws IOException {
    write();
    return new IdleGate(root, 3, Duration.ofSeconds(3), refuses, this::aSecond);
  }

  private void aSecond() {
    seconds++;
    busyTicks += 2L * busy;
    idleTicks += 2L * (100 - busy);
    try {
      write();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void write() throws IOException {
    Files.writeString(
        root.resolve("stat"),
        String.format(Locale.ROOT, "cpu0 %d 0 0 %d 0 0 0 0 0 0\n", busyTicks, idleTicks));
  }

  /** The other load begins at once, and goes on until the one that is measured is over. */
  private void drive(LoadSpec load, Ready server, RunContext context)
      throws IOException, InterruptedException {
    Path folder = context.folder();
    if (load.path().equals("/other")) {
      Files.createFile(folder.resolve(Generator.STARTED));
      measured.await();
    }
    MadeUpLoad.write(load, folder);
    if (!load.path().equals("/other")) {
      measured.countDown();
    }
  }
}
