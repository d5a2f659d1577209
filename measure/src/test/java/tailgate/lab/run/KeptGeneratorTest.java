package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.hyperfoil.Generator;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadResult;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Isolation.Collector;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeProject;

@Tag("slow")
class KeptGeneratorTest {

  /** As the kernel counts them, sched(7). */
  private static final String ORDINARY = "0";

  private static final String FIRST_IN_FIRST_OUT = "1";

  /** The number of the field in proc_pid_stat(5). */
  private static final int POLICY = 41;

  private static final String GENERATOR = Generator.class.getName();

  @TempDir Path root;

  private final Children children = new Children(Duration.ofSeconds(5));
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicReference<Runnable> atRequest = new AtomicReference<>(() -> {});
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
          atRequest.get().run();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    children.close();
    server.stop(0);
  }

  @Test
  void oneJvmDrivesOneLoadAfterTheOther() throws Exception {
    try (LoadGenerator<LoadSpec> generator = generator()) {
      for (String name : List.of("one", "two")) {
        Path folder = Files.createDirectories(root.resolve(name));
        generator.drive(load(), server(), at(folder));

        LoadResult result = JsonFiles.read(folder.resolve(Generator.RESULT), LoadResult.class);
        assertThat(result.segments().get(0).figures().count()).isEqualTo(50);
        assertThat(result.segments().get(0).blocked()).isNotNull(); // 0, unless the machine is busy
      }
    }
    assertThat(requests).hasValue(100);
    assertThat(Files.readString(root.resolve("generator.log")).lines())
        .filteredOn(line -> line.startsWith("$ "))
        .hasSize(1);
  }

  @Test
  void aGeneratorThatWasPreparedHasDoneItsWarmUpAndDrivesTheFirstLoad() throws Exception {
    try (LoadGenerator<LoadSpec> generator = generator()) {
      assertThat(requests).hasValue(0);
      assertThat(root).isDirectoryNotContaining("glob:**.ready");
      generator.drive(load(), server(), at(root));
    }
    assertThat(requests).hasValue(50);
  }

  @Test
  void atALowRateItsJvmHasTheFirstCompilerAlone() throws Exception {
    new HyperfoilRun(FakeProject.JAVA, Isolation.NONE).atLowRate().keep(10, at(root)).close();

    assertThat(root.resolve("generator.log"))
        .content()
        .startsWith("$ " + FakeProject.JAVA + " -XX:TieredStopAtLevel=1 ");
  }

  @Test
  void aLoadOnNewConnectionsRunsBeforeAllElseAndTheNextOneOnKeptOnesDoesNot() throws Exception {
    assumeTrue(Tool.output("chrt", "-f", "1", "true").isPresent(), "may not run first");
    Placement placement = Placement.usual();
    assumeFalse(placement.isShared(), "generator and server share the processors");
    Isolation apart = new Isolation(placement, Collector.DEFAULT, IdleGate.OPEN);
    try (LoadGenerator<LoadSpec> generator =
        new HyperfoilRun(FakeProject.JAVA, apart).keep(10, at(root))) {
      assertThat(policiesDuring(generator, closed(true))).containsExactly(ORDINARY);
      assertThat(policiesDuring(generator, closed(false))).containsExactly(FIRST_IN_FIRST_OUT);
      assertThat(policiesDuring(generator, closed(true))).containsExactly(ORDINARY);
    }
  }

  @Test
  void aGeneratorThatEndsIsAFailureAndNotAWait() throws Exception {
    assertThatThrownBy(
            () ->
                new KeptGenerator(
                    List.of(FakeProject.JAVA, "-version"),
                    Placement.SHARED,
                    1,
                    Duration.ofMinutes(5),
                    at(root)))
        .isInstanceOfAny(LabException.class, IOException.class);
  }

  /** Of all threads of the generator, at the first request of a load. */
  private Set<String> policiesDuring(LoadGenerator<LoadSpec> generator, LoadSpec load)
      throws Exception {
    Set<String> policies = ConcurrentHashMap.newKeySet();
    atRequest.set(
        () -> {
          if (policies.isEmpty()) { // the first request, and more if a thread ended meanwhile
            policies.addAll(policiesOfGenerator());
          }
        });
    Path itsOwn = Files.createTempDirectory(root, "load");
    generator.drive(load, server(), at(itsOwn));
    return policies;
  }

  private static Set<String> policiesOfGenerator() {
    try {
      Set<String> policies = new HashSet<>();
      for (ProcessHandle child : ProcessHandle.current().children().toList()) {
        Path process = Path.of("/proc", Long.toString(child.pid()));
        if (Files.readString(process.resolve("cmdline")).contains(GENERATOR)) {
          policies.addAll(policiesOf(process.resolve("task")));
        }
      }
      return policies;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> policiesOf(Path tasks) throws IOException {
    Set<String> policies = new HashSet<>();
    try (Stream<Path> threads = Files.list(tasks)) {
      for (Path thread : threads.toList()) {
        String stat = Files.readString(thread.resolve("stat"));
        // After the name, which may contain spaces, fields are counted from the third.
        policies.add(stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1)[POLICY - 3]);
      }
    }
    return policies;
  }

  private LoadGenerator<LoadSpec> generator() throws Exception {
    return new HyperfoilRun(FakeProject.JAVA, Isolation.NONE).keep(10, at(root));
  }

  private Ready server() {
    return new Ready(1, server.getAddress().getPort(), Optional.empty());
  }

  private RunContext at(Path folder) {
    return new RunContext(children, new PrintWriter(Writer.nullWriter()), folder);
  }

  private static LoadSpec load() {
    return new LoadSpec(
        "/", true, 10, Model.OPEN, List.of(new Segment(Kind.STEADY, 1, 100, 500)), 5_000, 1);
  }

  private static LoadSpec closed(boolean kept) {
    return new LoadSpec(
        "/", kept, 2, Model.CLOSED, List.of(new Segment(Kind.STEADY, 1, 0, 300)), 5_000, 1);
  }
}
