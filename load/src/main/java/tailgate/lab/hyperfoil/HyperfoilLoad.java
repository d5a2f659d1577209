package tailgate.lab.hyperfoil;

import static io.hyperfoil.http.steps.HttpStepCatalog.SC;

import io.hyperfoil.api.config.BaseSequenceBuilder;
import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkBuilder;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.http.api.HttpMethod;
import io.hyperfoil.http.config.ConnectionStrategy;
import io.hyperfoil.http.config.HttpBuilder;
import io.hyperfoil.http.config.HttpPluginBuilder;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.LoadSpec;

/** A load as a Hyperfoil benchmark: one phase of users that get their requests from our driver. */
final class HyperfoilLoad {

  private static final String PHASE = "load";

  /** Time for connecting, and for the answers to the last requests. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(10);

  private final LoadSpec spec;
  private final String host;
  private final int port;
  private final boolean opensLate;

  /**
   * Prepares users for this server.
   *
   * @param opensLate whether a user opens its connection when it first needs one, and keeps it for
   *     itself; else there is one for each user from the beginning, if connections are kept
   */
  HyperfoilLoad(LoadSpec spec, String host, int port, boolean opensLate) {
    this.spec = spec.by(Math.max(1, spec.threads()));
    this.host = host;
    this.port = port;
    this.opensLate = opensLate;
  }

  /** Runs the users until the load is over. */
  void run(LoadDriver driver) {
    LocalSimulationRunner runner = new LocalSimulationRunner(benchmark(driver));
    driver.over().thenRun(() -> runner.terminatePhase(PHASE));
    runner.run();
    driver.recordUnanswered();
  }

  /** Returns one connection for each user, rounded up: each thread keeps its own connections. */
  private int connections() {
    return Math.ceilDiv(spec.users(), spec.threads()) * spec.threads();
  }

  /** Sets up HTTP/1.1 for the server. */
  private void http(BenchmarkBuilder builder) {
    HttpPluginBuilder plugin = builder.addPlugin(HttpPluginBuilder::new);
    // By default a status such as 503 is logged, ends the user and closes its connection without
    // releasing the buffer; and a cookie recorder looks at each field of each answer.
    plugin
        .ergonomics()
        .autoRangeCheck(false)
        .stopOnInvalid(false)
        .repeatCookies(false)
        .userAgentFromSession(false);
    HttpBuilder http = plugin.http().host(host).port(port).allowHttp2(false);
    if (!spec.keepAlive()) {
      http.connectionStrategy(ConnectionStrategy.ALWAYS_NEW);
    } else if (opensLate) {
      http.connectionStrategy(ConnectionStrategy.OPEN_ON_REQUEST);
    } else {
      http.sharedConnections(connections());
    }
  }

  private Benchmark benchmark(LoadDriver driver) {
    BenchmarkBuilder builder = BenchmarkBuilder.builder().name("tailgate").threads(spec.threads());
    http(builder);
    // Locals, because Hyperfoil walks through all that a step refers to.
    boolean keepAlive = spec.keepAlive();
    Map<String, String> headers = spec.headers();
    Duration longest = spec.duration().plus(spec.longestRequest()).plus(ALLOWANCE);
    BaseSequenceBuilder<?> steps =
        builder
            .addPhase(PHASE)
            .always(spec.users())
            .duration(longest.toMillis())
            .maxDuration(longest.toMillis())
            .scenario()
            .initialSequence("request")
            .step(new RequestSteps.Take(driver))
            .step(new RequestSteps.AwaitDue(driver))
            .step(SC)
            .httpRequest(HttpMethod.GET)
            .path(spec.path())
            .timeout(spec.timeoutMillis(), TimeUnit.MILLISECONDS)
            .headerAppender(
                (session, writer) -> {
                  session.getResource(RequestState.KEY).connected = true;
                  if (!keepAlive) {
                    writer.putHeader("connection", "close");
                  }
                  headers.forEach(writer::putHeader);
                })
            .handler()
            .status(new RequestSteps.Status())
            .onCompletion(new RequestSteps.End(driver))
            .endHandler()
            .endStep();
    if (opensLate) {
      steps.step(new RequestSteps.Again());
    }
    return builder.build();
  }
}
