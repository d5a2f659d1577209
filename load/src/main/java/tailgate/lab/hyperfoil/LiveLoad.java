package tailgate.lab.hyperfoil;

import static io.hyperfoil.http.steps.HttpStepCatalog.SC;

import io.hyperfoil.api.config.Benchmark;
import io.hyperfoil.api.config.BenchmarkBuilder;
import io.hyperfoil.core.impl.LocalSimulationRunner;
import io.hyperfoil.http.api.HttpMethod;
import io.hyperfoil.http.config.ConnectionStrategy;
import io.hyperfoil.http.config.HttpBuilder;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;

/**
 * An open load of Poisson arrivals whose rate may change at any time, until it is closed. Each
 * request has a due time, and what becomes of it is in a {@link LiveRecorder}.
 *
 * <p>All users are on one event loop, which also wakes them. A user opens its connection when it
 * first needs one, and the users that were busy last are taken first: so there are as many
 * connections as requests have been under way together.
 */
public final class LiveLoad implements AutoCloseable {

  /**
   * The resource that the requests ask for.
   *
   * @param path of the resource
   * @param keepAlive whether a user keeps its connection
   */
  public record Target(String host, int port, String path, boolean keepAlive) {}

  /** How many requests can be under way; more wait for a user, which counts in their latency. */
  public static final int USERS = 1_000;

  /** After this time a request has failed: since it was sent, or was due if it was not sent. */
  static final Duration TIMEOUT = Duration.ofSeconds(5);

  private static final String PHASE = "live";
  private static final long LONGEST_MILLIS = TimeUnit.DAYS.toMillis(365);

  private final Target target;
  private final LiveUsers users;
  private final LiveLoop loop;
  private final LocalSimulationRunner runner;
  private final Thread thread;

  /**
   * Begins the load at once.
   *
   * @param seed of the arrivals
   * @param perSecond the rate, asked on the event loop; 0 for no arrivals
   * @param clock in nanoseconds, which the recorder has too
   */
  public LiveLoad(
      Target target,
      LiveRecorder recorder,
      long seed,
      DoubleSupplier perSecond,
      LongSupplier clock) {
    this.target = target;
    users =
        new LiveUsers(
            recorder,
            new LiveArrivals(seed, clock.getAsLong()),
            perSecond,
            clock,
            TIMEOUT.toNanos());
    loop = new LiveLoop(users, clock);
    runner = new LocalSimulationRunner(benchmark());
    thread = Thread.ofPlatform().daemon().name("tailgate-race-load").start(runner::run);
  }

  /** Whether the load still runs; an error of the generator may have ended it. */
  public boolean isAlive() {
    return thread.isAlive();
  }

  /** Breaks off all requests, which have failed then. An interrupt ends the waiting only. */
  @Override
  public void close() {
    try {
      loop.end(TIMEOUT.toMillis());
      if (thread.isAlive()) {
        runner.terminatePhase(PHASE);
      }
      thread.join(TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    users.cutOff();
  }

  private Benchmark benchmark() {
    // A local, because Hyperfoil walks through all that a step refers to, and this refers to what
    // runs.
    boolean keepAlive = target.keepAlive();
    BenchmarkBuilder builder = BenchmarkBuilder.builder().name("tailgate-live").threads(1);
    HttpBuilder http = HyperfoilLoad.http(builder, target.host(), target.port());
    http.connectionStrategy(
        keepAlive ? ConnectionStrategy.OPEN_ON_REQUEST : ConnectionStrategy.ALWAYS_NEW);
    builder
        .addPhase(PHASE)
        .always(USERS)
        .duration(LONGEST_MILLIS)
        .maxDuration(LONGEST_MILLIS)
        .scenario()
        .initialSequence("request")
        .step(new LiveSteps.Await(loop))
        .step(SC)
        .httpRequest(HttpMethod.GET)
        .path(target.path())
        .timeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
        .headerAppender(
            (session, writer) -> {
              if (!keepAlive) {
                writer.putHeader("connection", "close");
              }
            })
        .handler()
        .status(new LiveSteps.Status())
        .onCompletion(new LiveSteps.End(loop))
        .endHandler()
        .endStep()
        .step(new LiveSteps.Again())
        .endSequence();
    return builder.build();
  }
}
