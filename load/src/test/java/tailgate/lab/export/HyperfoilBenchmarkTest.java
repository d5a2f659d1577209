package tailgate.lab.export;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkData;
import io.hyperfoil.api.config.Phase;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.core.parser.BenchmarkParser;
import java.io.ByteArrayInputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import tailgate.lab.export.ExportFormat.ExportedLoad;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec.Model;

/** Hyperfoil's own parser reads each benchmark. */
class HyperfoilBenchmarkTest {

  static Stream<PortableLoad> loads() {
    Arrivals poisson = Arrivals.poisson(1);
    return Stream.of(
        ExportedLoads.load(
            ExportedLoads.open(poisson, ExportedLoads.step(500, 10_000)), ExportedLoads.GET),
        ExportedLoads.load(
            ExportedLoads.SERVER,
            ExportedLoads.open(
                Arrivals.UNIFORM, ExportedLoads.warmUp(1.5, 500), ExportedLoads.step(1.5, 2_000)),
            "p99=50ms,p99.9=1s,failed=0.1%",
            ExportedLoads.GET,
            ExportedLoads.POST,
            ExportedLoads.request("PUT", "/empty", "", 3)),
        ExportedLoads.load(
            ExportedLoads.spec(Model.OPEN, false, 10, poisson, ExportedLoads.step(5, 1_000)),
            ExportedLoads.POST),
        ExportedLoads.load(
            ExportedLoads.closed(ExportedLoads.warmUp(0, 1_000), ExportedLoads.step(0, 5_000)),
            ExportedLoads.GET));
  }

  @ParameterizedTest
  @MethodSource("loads")
  void hyperfoilUnderstandsIt(PortableLoad load) throws Exception {
    Benchmark benchmark = parse(load);

    assertThat(benchmark.phases()).hasSize(load.spec().segments().size());
    assertThat(benchmark.phases().stream().mapToLong(phase -> phase.duration).sum())
        .isEqualTo(load.spec().duration().toMillis());
  }

  @Test
  void stepsFollowEachOther() throws Exception {
    PortableLoad steps =
        ExportedLoads.load(
            ExportedLoads.open(
                Arrivals.UNIFORM,
                ExportedLoads.warmUp(10, 1_000),
                ExportedLoads.step(10, 2_000),
                ExportedLoads.step(0, 3_000),
                ExportedLoads.step(80, 500)),
            ExportedLoads.GET);

    assertThat(parse(steps).phases().stream().map(HyperfoilBenchmarkTest::startOf))
        .containsExactlyInAnyOrder("warmup 0", "step1 1000", "step2 6000");
  }

  private static String startOf(Phase phase) {
    return phase.name + " " + phase.startTime;
  }

  @Test
  void whatHyperfoilCannotSayIsACommentAndANote() {
    ExportedLoad exported =
        ExportFormat.HYPERFOIL.write(
            ExportedLoads.load(
                ExportedLoads.open(Arrivals.poisson(1), ExportedLoads.step(1, 1_000)),
                ExportedLoads.GET));

    assertThat(exported.notes()).anyMatch(note -> note.contains("no lower bounds"));
    assertThat(exported.text())
        .startsWith("# A load of ./tailgate load for Hyperfoil 0.25.")
        .contains("\n# A request without an answer is in no percentile");
  }

  @Test
  @Tag("slow")
  void hyperfoilSendsAllOfIt() throws Exception {
    Map<String, LongAdder> seen = new ConcurrentHashMap<>();
    InetAddress loopback = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
    HttpServer server = HttpServer.create(new InetSocketAddress(loopback, 0), 0);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext(
        "/",
        exchange -> {
          String body =
              new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
          String request =
              "%s %s %s %s"
                  .formatted(
                      exchange.getRequestMethod(),
                      exchange.getRequestURI(),
                      exchange.getRequestHeaders().getFirst("X-Id"),
                      body);
          seen.computeIfAbsent(request, r -> new LongAdder()).increment();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
    URI url = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    PortableLoad load =
        ExportedLoads.load(
            url,
            ExportedLoads.open(
                Arrivals.UNIFORM, ExportedLoads.step(50, 1_000), ExportedLoads.step(100, 1_000)),
            "p99=30s",
            ExportedLoads.POST,
            ExportedLoads.request("PUT", "/empty", "", 0.25));

    new LocalSimulationRunner(parse(load)).run();
    server.stop(0);

    String body = PortableLoad.body(ExportedLoads.POST);
    assertThat(seen.keySet())
        .containsExactlyInAnyOrder("POST /orders ${id} " + body, "PUT /empty ${id} ");
    // 150 are due. Its phases end by the clock, whoever is late then; no step has more than 100.
    assertThat(seen.values().stream().mapToLong(LongAdder::sum).sum()).isBetween(120L, 155L);
  }

  private static Benchmark parse(PortableLoad load) throws Exception {
    byte[] yaml = ExportFormat.HYPERFOIL.write(load).text().getBytes(StandardCharsets.UTF_8);
    return BenchmarkParser.instance()
        .buildBenchmark(new ByteArrayInputStream(yaml), BenchmarkData.EMPTY, Map.of());
  }
}
