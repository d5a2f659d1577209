package tailgate.lab.hyperfoil;

import static io.hyperfoil.http.steps.HttpStepCatalog.SC;

import io.hyperfoil.api.config.BaseSequenceBuilder;
import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkBuilder;
import io.hyperfoil.api.session.Session;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.http.api.HttpMethod;
import io.hyperfoil.http.config.ConnectionStrategy;
import io.hyperfoil.http.config.HttpBuilder;
import io.hyperfoil.http.config.HttpPluginBuilder;
import io.hyperfoil.http.steps.HttpResponseHandlersImpl;
import io.netty.buffer.Unpooled;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Origin;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.RequestSpec.Header;

/** A load as a Hyperfoil benchmark: one phase of users that get their requests from our driver. */
final class HyperfoilLoad {

  private static final String PHASE = "load";

  /** Time for connecting, and for the answers to the last requests. */
  private static final Duration ALLOWANCE = Duration.ofSeconds(10);

  private final LoadSpec spec;
  private final Origin origin;
  private final boolean opensLate;

  /**
   * Prepares users for this server.
   *
   * @param opensLate whether a user opens its connection when it first needs one, and keeps it for
   *     itself; else there is one for each user from the beginning, if connections are kept
   */
  HyperfoilLoad(LoadSpec spec, Origin origin, boolean opensLate) {
    this.spec = spec.by(Math.max(1, spec.threads()));
    this.origin = origin;
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
    HttpBuilder http = plugin.http().host(origin.url()).allowHttp2(false);
    if (origin.address() != null) {
      http.addAddress(origin.address() + ":" + origin.port());
    }
    KeyStore trusted = origin.trusted();
    if (trusted != null) {
      http.trustManager().storeType(trusted.getType()).storeBytes(Origin.bytes(trusted));
    }
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
    RequestMix requests = spec.sent();
    boolean ownConnections = opensLate;
    Duration longest = spec.duration().plus(spec.longestRequest()).plus(ALLOWANCE);
    HttpResponseHandlersImpl.Builder answer =
        builder
            .addPhase(PHASE)
            .always(spec.users())
            .duration(longest.toMillis())
            .maxDuration(longest.toMillis())
            .scenario()
            .initialSequence("request")
            .step(new RequestSteps.Take(driver))
            .step(new RequestSteps.AwaitDue(driver, requests))
            .step(SC)
            .httpRequest(HttpMethod.GET)
            .method(() -> session -> HttpMethod.valueOf(request(session).method()))
            .path(session -> request(session).target())
            .body((session, connection) -> Unpooled.wrappedBuffer(request(session).body()))
            .timeout(spec.timeoutMillis(), TimeUnit.MILLISECONDS)
            .headerAppender(
                (session, writer) -> {
                  RequestState state = session.getResource(RequestState.KEY);
                  state.sendOn(writer.connection());
                  if (ownConnections) {
                    state.watch(writer.connection().context());
                  }
                  if (!keepAlive) {
                    writer.putHeader("connection", "close");
                  }
                  RequestSpec request = request(session);
                  if (request.hasEmptyBody()) {
                    writer.putHeader("content-length", "0");
                  }
                  for (Header field : request.headers()) {
                    writer.putHeader(field.name(), field.value());
                  }
                })
            .handler()
            .status(new RequestSteps.Status())
            .header(new RequestSteps.ServerTimes(driver))
            .onCompletion(new RequestSteps.End(driver));
    if (keepAlive || opensLate) {
      answer.header(new RequestSteps.Fields());
    }
    BaseSequenceBuilder<?> steps = answer.endHandler().endStep();
    if (opensLate) {
      steps.step(new RequestSteps.Again());
    }
    return builder.build();
  }

  private static RequestSpec request(Session session) {
    return Objects.requireNonNull(session.getResource(RequestState.KEY).request, "departed");
  }
}
