package tailgate.lab.hyperfoil;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoubleSupplier;
import java.util.function.LongSupplier;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Origin;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * An open load of Poisson arrivals whose rate may change at any time, until it is closed. Each
 * request has a due time, and what becomes of it is in a {@link LiveRecorder}.
 *
 * <p>It is driven as a load with a schedule is, by a {@link LoadDriver}, but all users are on one
 * event loop, and each has a connection of its own: so there are as many connections as requests
 * have been under way together. Methods are called by one thread, its owner's.
 */
public final class LiveLoad implements AutoCloseable {

  /**
   * The resource that the requests ask for.
   *
   * @param keepAlive whether a user keeps its connection
   */
  public record Target(String host, int port, String path, boolean keepAlive) {}

  /** How many requests can be under way; more wait for a user, which counts in their latency. */
  public static final int USERS = 1_000;

  private static final Duration LONGEST = Duration.ofDays(365);

  private final LiveRecorder recorder;
  private final LongSupplier clock;
  private final OpenRequests requests;
  private final CompletableFuture<Void> over = new CompletableFuture<>();
  private final Thread thread;

  /**
   * Begins the load at once.
   *
   * @param perSecond the rate, asked on the event loop; 0 for no arrivals
   * @param clock in nanoseconds, which the recorder has too
   */
  public LiveLoad(
      Target target,
      LiveRecorder recorder,
      long seed,
      DoubleSupplier perSecond,
      LongSupplier clock) {
    this.recorder = recorder;
    this.clock = clock;
    requests =
        new OpenRequests(
            recorder,
            new LiveArrivals(seed, clock.getAsLong(), perSecond),
            recorder::due,
            clock,
            LiveRecorder.TIMEOUT_NANOS);
    LoadDriver driver = new LoadDriver(requests, recorder, clock, null, over);
    HyperfoilLoad load =
        new HyperfoilLoad(spec(target), new Origin(target.host(), target.port()), true);
    thread = Thread.ofPlatform().daemon().name("tailgate-race-load").start(() -> load.run(driver));
  }

  /** Describes the load as one endless segment; its rate is not that of a schedule. */
  private static LoadSpec spec(Target target) {
    return new LoadSpec(
        target.path(),
        target.keepAlive(),
        USERS,
        Model.OPEN,
        List.of(Segment.of(Kind.STEADY, 1, 0, LONGEST)),
        LiveRecorder.TIMEOUT.toMillis(),
        1);
  }

  /** Whether the load still runs; an error of the generator may have ended it. */
  public boolean isAlive() {
    return thread.isAlive();
  }

  /** Breaks off all requests, which have failed then. An interrupt ends the waiting only. */
  @Override
  public void close() {
    requests.stop().thenRun(() -> over.complete(null));
    try {
      thread.join(LiveRecorder.TIMEOUT);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    recorder.cutOff(clock.getAsLong());
  }
}
