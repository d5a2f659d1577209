package tailgate.lab.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
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
import tailgate.lab.machine.Isolation;
import tailgate.lab.process.Children;
import tailgate.lab.testing.FakeProject;

@Tag("slow")
class KeptGeneratorTest {

  @TempDir Path root;

  private final Children children = new Children(Duration.ofSeconds(5));
  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer server;

  @BeforeEach
  void start() throws IOException {
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
  void oneJvmDrivesOneLoadAfterTheOther() throws Exception {
    try (LoadEngine.Lasting<LoadSpec> engine = engine()) {
      for (String name : List.of("one", "two")) {
        Path folder = Files.createDirectories(root.resolve(name));
        engine.run(children, server.getAddress().getPort(), load(), folder);

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
    try (LoadEngine.Lasting<LoadSpec> engine = engine()) {
      engine.prepare(children);

      assertThat(requests).hasValue(0);
      assertThat(root).isDirectoryNotContaining("glob:**.ready");
      engine.run(children, server.getAddress().getPort(), load(), root);
    }
    assertThat(requests).hasValue(50);
  }

  @Test
  void atALowRateItsJvmHasTheFirstCompilerAlone() throws Exception {
    try (LoadEngine.Lasting<LoadSpec> engine =
        new HyperfoilRun(FakeProject.JAVA, Isolation.NONE).atLowRate().lasting(10, root)) {
      engine.prepare(children);
    }
    assertThat(root.resolve("generator.log"))
        .content()
        .startsWith("$ " + FakeProject.JAVA + " -XX:TieredStopAtLevel=1 ");
  }

  @Test
  void aGeneratorThatEndsIsAFailureAndNotAWait() throws Exception {
    try (LoadEngine.Lasting<LoadSpec> engine =
        new KeptGenerator(List.of(FakeProject.JAVA, "-version"), 1, Duration.ofMinutes(5), root)) {
      assertThatThrownBy(() -> engine.run(children, 1, load(), root))
          .isInstanceOfAny(LabException.class, IOException.class);
    }
  }

  private LoadEngine.Lasting<LoadSpec> engine() {
    return new HyperfoilRun(FakeProject.JAVA, Isolation.NONE).lasting(10, root);
  }

  private static LoadSpec load() {
    return new LoadSpec(
        "/", true, 10, Model.OPEN, List.of(new Segment(Kind.STEADY, 1, 100, 500)), 5_000, 1);
  }
}
