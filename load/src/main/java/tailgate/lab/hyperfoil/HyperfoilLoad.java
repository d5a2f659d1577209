package tailgate.lab.hyperfoil;

import static io.hyperfoil.http.steps.HttpStepCatalog.SC;

import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkBuilder;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.http.api.HttpMethod;
import io.hyperfoil.http.config.ConnectionStrategy;
import io.hyperfoil.http.config.HttpBuilder;
import io.hyperfoil.http.config.HttpPluginBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.LoadSpec;

/** A load as a Hyperfoil benchmark: one phase of users that follow our {@link Schedule}. */
final class HyperfoilLoad {

  private static final String PHASE = "load";

  private static final Duration MOST_DRAIN = Duration.ofSeconds(5);

  /** Time for connecting, and for the answers to the last requests. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(10);

  private final LoadSpec spec;
  private final String host;
  private final int port;
  private final Duration drain;
  private final Schedule schedule;
  private final Recorder recorder;

  HyperfoilLoad(LoadSpec spec, String host, int port) {
    this(spec, host, port, MOST_DRAIN);
  }

  /**
   * @param mostDrain how long a closed load waits at most for the answers to its last requests
   */
  HyperfoilLoad(LoadSpec spec, String host, int port, Duration mostDrain) {
    this.spec = spec.by(Math.max(1, spec.threads()));
    this.host = host;
    this.port = port;
    drain = spec.timeout().compareTo(mostDrain) < 0 ? spec.timeout() : mostDrain;
    schedule = new Schedule(spec.segments(), spec.model(), spec.arrivals());
    recorder = new Recorder(schedule, spec.users(), spec.timeout().toNanos());
  }

  /**
   * Drives the load; returns when all of it has been answered or has failed.
   *
   * @param onStart run once, shortly before the first request is due
   */
  Recorder run(Runnable onStart) {
    return run(onStart, 0);
  }

  /**
   * Drives the load from a given time on; returns when all of it has been answered or has failed.
   *
   * @param notBeforeMillis of {@link System#currentTimeMillis}; 0 for at once
   */
  Recorder run(Runnable onStart, long notBeforeMillis) {
    LoadDriver driver = driver(onStart);
    driver.notBefore(notBeforeMillis);
    LocalSimulationRunner runner = new LocalSimulationRunner(benchmark(driver));
    driver.over().thenRun(() -> runner.terminatePhase(PHASE));
    runner.run();
    driver.recordUnanswered();
    return recorder;
  }

  private LoadDriver driver(Runnable onStart) {
    return new LoadDriver(
        schedule,
        recorder,
        spec.users(),
        drain.toNanos(),
        spec.retries(),
        onStart,
        System::nanoTime);
  }

  /** Returns one connection for each user, rounded up: each thread keeps its own connections. */
  private int connections() {
    return Math.ceilDiv(spec.users(), spec.threads()) * spec.threads();
  }

  /** Sets up HTTP/1.1 for one server. */
  static HttpBuilder http(BenchmarkBuilder builder, String host, int port) {
    HttpPluginBuilder plugin = builder.addPlugin(HttpPluginBuilder::new);
    // By default a status such as 503 is logged, ends the user and closes its connection without
    // releasing the buffer; and a cookie recorder looks at each field of each answer.
    plugin
        .ergonomics()
        .autoRangeCheck(false)
        .stopOnInvalid(false)
        .repeatCookies(false)
        .userAgentFromSession(false);
    return plugin.http().host(host).port(port).allowHttp2(false);
  }

  private Benchmark benchmark(LoadDriver driver) {
    BenchmarkBuilder builder = BenchmarkBuilder.builder().name("tailgate").threads(spec.threads());
    HttpBuilder http = http(builder, host, port);
    if (spec.keepAlive()) {
      http.sharedConnections(connections());
    } else {
      http.connectionStrategy(ConnectionStrategy.ALWAYS_NEW);
    }
    Duration longest = spec.duration().plus(spec.longestRequest()).plus(ALLOWANCE);
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
              if (!spec.keepAlive()) {
                writer.putHeader("connection", "close");
              }
              spec.headers().forEach(writer::putHeader);
            })
        .handler()
        .status(new RequestSteps.Status())
        .onCompletion(new RequestSteps.End(driver))
        .endHandler()
        .endStep()
        .endSequence();
    return builder.build();
  }
}
