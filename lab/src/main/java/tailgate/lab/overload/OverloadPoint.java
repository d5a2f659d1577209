package tailgate.lab.overload;

import static tailgate.lab.load.Text.format;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.Text;

/**
 * A stretch of the load at one rate.
 *
 * @param load of what the server can do, from 0.5 to 3
 * @param seconds for how long
 * @param arrivals requests that were due; each was answered, refused or given up
 * @param inTime of them, answered with 200 before their clients left for good
 * @param refused of them, answered with another status, or their connection was closed
 * @param gaveUp of them, their clients left
 * @param admitted the latencies of those that were answered with 200, and of no others
 * @param lagP99Micros how late 99 % of the requests left that had a user
 * @param blocked requests for which the generator had no user
 * @param lostBefore of the few requests shortly before it, the share that was not answered in time;
 *     null if nothing was asked for that
 * @param persistent of all requests, those of clients that ask again; null if all clients are alike
 * @param compiling the processors that the just-in-time compilers of the server had, on average;
 *     null if that is not known
 */
public record OverloadPoint(
    double load,
    double seconds,
    long arrivals,
    long inTime,
    long refused,
    long gaveUp,
    Figures admitted,
    long lagP99Micros,
    long blocked,
    @Nullable Double lostBefore,
    @Nullable Persistent persistent,
    @Nullable Double compiling) {

  /** Of the clients' patience. */
  private static final double MOST_LAG = 0.05;

  private static final double MOST_BLOCKED = 0.001;

  private static final double MOST_LOST_BEFORE = 0.1;

  /** Answers in time, for each second. */
  double goodput() {
    return inTime / seconds;
  }

  /** Of those that were due. */
  double refusedShare() {
    return share(refused);
  }

  /** Of those that were due. */
  double gaveUpShare() {
    return share(gaveUp);
  }

  /** Those that were not answered in time, of those that were due. */
  double lostShare() {
    return share(arrivals - inTime);
  }

  /**
   * The share of the requests of clients that ask again that were answered; NaN if all are alike.
   */
  double persistentShare() {
    return persistent == null ? Double.NaN : (double) persistent.answered() / persistent.all();
  }

  /** The same of clients that leave. */
  double leavingShare() {
    return persistent == null
        ? Double.NaN
        : (double) (admitted.count() - persistent.answered()) / (arrivals - persistent.all());
  }

  private double share(long count) {
    return arrivals == 0 ? 0 : (double) count / arrivals;
  }

  /** What even a server that wastes nothing has to lose at this load. */
  double unavoidableShare() {
    return Math.max(0, 1 - 1 / load);
  }

  /** Whether the generator was, by more than a twentieth of the clients' patience. */
  boolean wasLate(long patienceMicros) {
    return lagP99Micros > MOST_LAG * patienceMicros;
  }

  /**
   * Why it says something about the generator, or about what came before; empty if it does not.
   *
   * @param patienceMicros of the clients
   */
  Optional<String> doubt(long patienceMicros) {
    if (wasLate(patienceMicros)) {
      return Optional.of(
          format("the generator's lag has a P99 of %s ms", Text.millis(lagP99Micros)));
    }
    if (blocked > MOST_BLOCKED * arrivals) {
      return Optional.of(format("%,d requests found no user in the generator", blocked));
    }
    return lostBefore != null && lostBefore > MOST_LOST_BEFORE
        ? Optional.of(format("before it %.0f %% of few requests were lost", 100 * lostBefore))
        : Optional.<String>empty();
  }
}
