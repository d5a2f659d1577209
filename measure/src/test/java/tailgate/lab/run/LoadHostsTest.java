package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import tailgate.lab.LabException;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.process.Children;
import tailgate.lab.remote.LoadHost;
import tailgate.lab.testing.FakeProject;
import tailgate.lab.testing.FakeSsh;

/** With a fake ssh, for which all other machines are this one. */
@Tag("slow")
@EnabledOnOs(OS.LINUX)
class LoadHostsTest {

  private static final Duration PLENTY = Duration.ofMinutes(1);

  @TempDir Path root;

  private final Children children = new Children(Duration.ofSeconds(5));
  private final AtomicInteger requests = new AtomicInteger();
  private Path there;
  private Path raw;
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
    there = Files.createDirectory(root.resolve("there"));
    raw = Files.createDirectory(root.resolve("raw"));
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.createContext(
        "/",
        exchange -> {
          requests.incrementAndGet();
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
  void twoMachinesShareEachLoadAndNothingIsLeftThere() throws Exception {
    try (LoadHosts hosts = open("one", "two");
        LoadGenerator<LoadSpec> generator = patient(hosts).keep(10, at(root))) {
      assertThat(requests).hasValue(0);

      for (int i = 1; i <= 2; i++) {
        Path folder = Files.createDirectory(raw.resolve("load-" + i));
        generator.drive(load(), server(), at(folder));

        LoadOutcome outcome = LoadOutcome.read(folder);
        assertThat(outcome.figures(segment -> true).count()).isEqualTo(51);
        assertThat(outcome.load().health().sent()).isEqualTo(51);
        assertThat(outcome.load().timeline().count().stream().mapToLong(n -> n).sum())
            .isEqualTo(51);
        assertThat(folder).isDirectoryContaining("glob:**/share-2");
      }
    }
    assertThat(requests).hasValue(102);
    await().until(() -> left().isEmpty());
  }

  @Test
  void sharesThatDoNotBeginTogetherAreNoLoad() throws Exception {
    try (LoadHosts hosts = open("one", "two")) {
      LoadHosts strict = new LoadHosts(hosts.hosts(), List.of(), Duration.ofMillis(-1));

      assertThatThrownBy(() -> strict.drive(load(), server(), at(raw)))
          .isInstanceOf(LabException.class)
          .hasMessageContaining(" ms apart, and at most ");
    }
    await().until(() -> left().isEmpty());
  }

  @Test
  void aMachineSaysAtWhichAddressItReachesThisOne() throws Exception {
    try (LoadHosts hosts = open("one")) {
      assertThat(hosts.ourAddress()).isEqualTo("127.0.0.9");
      assertThat(hosts.names()).startsWith("one (");
    }
  }

  @Test
  void aGeneratorThatEndsIsAFailureAndNotAWait() throws Exception {
    try (LoadHosts hosts = open("one", "two")) {
      LoadHosts broken = new LoadHosts(hosts.hosts(), List.of("-version"), PLENTY);

      assertThatThrownBy(() -> broken.drive(load(), server(), at(raw)))
          .isInstanceOf(LabException.class)
          .hasMessageStartingWith("the generator on one has ended");
    }
    await().until(() -> left().isEmpty());
  }

  @Test
  void aJavaThatIsNotThereIsNamedWithItsOption() throws Exception {
    List<String> ssh = FakeSsh.reaching(root, there);

    assertThatThrownBy(
            () -> LoadHosts.open(List.of(new LoadHost.Order(ssh, "one", "no-java")), children))
        .isInstanceOf(LabException.class)
        .hasMessage("one cannot run generators: no-java does not run there; say --load-java");
    await().until(() -> left().isEmpty());
  }

  private LoadHosts open(String... names) throws Exception {
    List<String> ssh = FakeSsh.reaching(root, there);
    List<LoadHost.Order> orders = new ArrayList<>();
    for (String name : names) {
      orders.add(new LoadHost.Order(ssh, name, FakeProject.JAVA));
    }
    return LoadHosts.open(orders, children);
  }

  /** With time for a machine that has other things to do. */
  private static LoadHosts patient(LoadHosts hosts) {
    return new LoadHosts(hosts.hosts(), List.of(), PLENTY);
  }

  private Ready server() {
    return new Ready(1, server.getAddress().getPort(), Optional.empty());
  }

  private RunContext at(Path folder) {
    return new RunContext(children, new PrintWriter(Writer.nullWriter()), folder);
  }

  private List<Path> left() throws IOException {
    try (var files = Files.list(there)) {
      return files.toList();
    }
  }

  /** 51 requests cannot be divided evenly. */
  private static LoadSpec load() {
    return new LoadSpec(
        "/", true, 10, Model.OPEN, List.of(new Segment(Kind.STEADY, 1, 102, 500)), 5_000, 1);
  }
}
