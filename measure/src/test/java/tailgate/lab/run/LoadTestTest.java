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
class LoadTestTest {

  private static final Duration PLENTY = Duration.ofMinutes(2);

  private static final LoadSpec A_SECOND = load(1_000);
  private static final LoadSpec HALF_A_SECOND = load(500);

  private static LoadSpec load(long millis) {
    return new LoadSpec(
        "/data.json",
        true,
        1,
        true,
        List.of(new Segment(Segment.Kind.STEADY, 1, 0, millis)),
        1_000);
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
          Path raw = Files.createDirectories(root.resolve("raw/one"));
          Path other = Files.createDirectories(raw.resolve("other"));
          session.measure(A_SECOND, raw, A_SECOND.asking("/other"), other);

          assertThat(LoadOutcome.read(other).load().segments()).hasSize(1);
        });
  }

  @Test
  void anotherLoadThatEndsTooEarlyIsAFailure() throws Exception {
    session(
        gate(false),
        session -> {
          Path raw = Files.createDirectories(root.resolve("raw/one"));
          Path other = Files.createDirectories(raw.resolve("other"));
          assertThatThrownBy(() -> session.measure(A_SECOND, raw, HALF_A_SECOND, other))
              .isInstanceOf(LabException.class)
              .hasMessageStartingWith("the other load was over before ");
        });
  }

  @Test
  void aFailureOfTheOtherLoadIsAFailure() throws Exception {
    session(
        gate(false),
        session -> {
          Path raw = Files.createDirectories(root.resolve("raw/one"));
          assertThatThrownBy(
                  () -> session.measure(A_SECOND, raw, A_SECOND, raw.resolve("no such folder")))
              .isInstanceOf(LabException.class)
              .hasMessageContaining("the other load failed: ");
        });
  }

  @Test
  void theCeilingIsMeasuredBeforeOtherClientsComeAndTheyStayForTheWholeLoad() throws Exception {
    List<String> events = new ArrayList<>();
    LoadEngine<LoadSpec> engine =
        (all, port, load, folder) -> {
          events.add(load.path().equals(A_SECOND.path()) ? "load" : "ceiling");
          MadeUpLoad.write(load, folder, 10_000);
        };
    Ceiling ceiling = new Ceiling(FakeProject.JAVA, Isolation.NONE, engine);

    session(
        gate(false),
        stages -> new LoadTest(stages, engine, Optional.of(ceiling)),
        session ->
            session.measure(
                A_SECOND,
                Files.createDirectories(root.resolve("raw/one")),
                port -> {
                  events.add("others come");
                  return new Others(events);
                }));

    assertThat(events)
        .containsExactly("ceiling", "others come", "checked", "load", "checked", "others go");
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
            Isolation.NONE);
    List<String> driven = new ArrayList<>();
    LoadEngine<LoadSpec> engine =
        new LoadEngine<>() {
          @Override
          public void run(Children all, int port, LoadSpec load, Path folder) {
            driven.add("at any rate");
          }

          @Override
          public LoadEngine<LoadSpec> atLowRate() {
            return (all, port, load, folder) -> driven.add("at a low rate");
          }
        };

    new LoadTest(stages, engine)
        .keepingGenerator(
            1,
            mostPerSecond,
            root,
            children,
            kept -> kept.engine().run(children, 1, A_SECOND, root));

    assertThat(driven).containsExactly(which);
  }

  private void session(IdleGate gate, LoadTest.SessionWork work) throws Exception {
    session(gate, stages -> new LoadTest(stages, this::drive), work);
  }

  private void session(IdleGate gate, Function<StageRun, LoadTest> test, LoadTest.SessionWork work)
      throws Exception {
    FakeProject project =
        FakeProject.in(root, FakeJMeter.Behaviour.WRITES_SAMPLES)
            .with("threadpool", FakeStage.Behaviour.SERVES);
    Isolation isolation = new Isolation(Placement.SHARED, Isolation.Collector.DEFAULT, gate);
    test.apply(new StageRun(project.project(), 0, FakeProject.JAVA, PLENTY, isolation))
        .session(
            new Server("threadpool", List.of()),
            Optional.empty(),
            "/data.json",
            Files.createDirectories(root.resolve("raw")),
            children,
            new PrintWriter(new StringWriter()),
            work);
  }

  private void point(StageSession session, String name)
      throws IOException, LabException, InterruptedException {
    Path raw = Files.createDirectories(root.resolve("raw").resolve(name));
    seen.add(session.measure(A_SECOND, raw).server().conditions());
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
        String.format(Locale.ROOT, "cpu  %d 0 0 %d 0 0 0 0 0 0\n", busyTicks, idleTicks));
  }

  /** The other load begins at once, and goes on until the one that is measured is over. */
  private void drive(Children children, int port, LoadSpec load, Path folder)
      throws IOException, InterruptedException {
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
