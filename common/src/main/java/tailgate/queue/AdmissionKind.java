package tailgate.queue;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.queue.AdmissionController.Meaning;

/**
 * Which requests a server lets in at all; the others are refused at once, before they wait.
 *
 * <p>A limit is from as many requests as there are workers to 25 times as many, and 2.5 times as
 * many at first. These numbers and the times below are those of the simulation, for clients that
 * wait 100 ms: docs/overload.md.
 */
public enum AdmissionKind {
  /** All of them. */
  NONE,

  /** A limit: one more while all are answered within 100 ms, and else fewer. */
  AIMD,

  /** A limit that follows the times of requests, compared with a long mean of them. */
  GRADIENT,

  /** A limit that follows the times of requests, compared with the shortest one. */
  VEGAS,

  /** A limit: a little more while requests wait for less than 30 ms, and else fewer. */
  CREDITS,

  /** A share of the requests, which is smaller while a queue stands. */
  PID;

  private static final double INITIAL = 2.5;
  private static final double MOST = 25;
  private static final double LEAST_SHARE = 0.05;
  private static final long TIMEOUT_NANOS = 100_000_000;
  private static final long TARGET_NANOS = 30_000_000;

  /**
   * A controller that has seen nothing; null if there is none.
   *
   * @param workers requests inside that do not wait, at least 1
   * @param clock like {@link System#nanoTime}; read once, and not for {@link #NONE}
   */
  @Nullable AdmissionController controller(int workers, LongSupplier clock) {
    return switch (this) {
      case NONE -> null;
      case AIMD -> limit(new AimdPolicy(TIMEOUT_NANOS), workers, clock);
      case GRADIENT -> limit(new GradientPolicy(), workers, clock);
      case VEGAS -> limit(new VegasPolicy(), workers, clock);
      case CREDITS -> limit(new CreditPolicy(TARGET_NANOS), workers, clock);
      case PID ->
          new AdmissionController(
              new PidPolicy(workers), Meaning.SHARE, LEAST_SHARE, 1, 1, clock.getAsLong());
    };
  }

  private static AdmissionController limit(
      AdmissionPolicy policy, int workers, LongSupplier clock) {
    return new AdmissionController(
        policy, Meaning.INSIDE, workers, INITIAL * workers, MOST * workers, clock.getAsLong());
  }
}
