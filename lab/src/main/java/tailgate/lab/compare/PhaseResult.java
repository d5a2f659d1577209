package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Figures;
import tailgate.lab.load.LoadResult.Persistent;
import tailgate.lab.load.Text;

/**
 * What came of the phases of one name.
 *
 * @param times the multiple of the capacity at which requests were due; null if the rate was none
 * @param seconds how long the phases took
 * @param arrivals requests that were due; each was answered, refused or given up
 * @param inTime of them, answered with 200 before their clients left for good
 * @param refused of them, answered with another status, or their connection was closed
 * @param gaveUp of them, without an answer when their clients left or the load was over
 * @param all the latencies of all of them; null in old archives of {@code overload}
 * @param admitted the latencies of those that were answered with 200, and of no others
 * @param lagP99Micros how late 99 % of the requests left that had a user
 * @param blocked requests for which the generator had no user
 * @param lostBefore of the few requests shortly before, the share that was not answered in time;
 *     null if nothing was asked for that
 * @param persistent of all requests, those of clients that ask again; null if all clients are alike
 * @param compiling the processors that the just-in-time compilers of the server had, on average;
 *     null if that is not known
 * @param recoveryMillis in the last phase of a stretch, the time from its begin until the P99 of
 *     100 ms is within 1.5 times of that of the first phase of the stretch; null if that was not
 *     seen
 */
public record PhaseResult(
    String name,
    @Nullable Double times,
    double seconds,
    long arrivals,
    long inTime,
    long refused,
    long gaveUp,
    @Nullable Figures all,
    Figures admitted,
    long lagP99Micros,
    long blocked,
    @Nullable Double lostBefore,
    @Nullable Persistent persistent,
    @Nullable Double compiling,
    @Nullable Long recoveryMillis) {

  /** A request that is later by this share of the patience of clients is too late. */
  private static final double MOST_LAG = 0.05;

  private static final double MOST_BLOCKED = 0.001;
  private static final double MOST_LOST_BEFORE = 0.1;

  /** Returns the latencies of all requests, or those that are known. */
  Figures figures() {
    return Objects.requireNonNullElse(all, admitted);
  }

  /** Returns the latencies of the answers, with all other requests as failures. */
  Figures withLosses() {
    return new Figures(
        admitted.count(),
        refused + gaveUp,
        admitted.p50(),
        admitted.p90(),
        admitted.p95(),
        admitted.p99(),
        admitted.p999(),
        admitted.max(),
        null,
        null,
        admitted.mean(),
        admitted.deviation());
  }

  /** Returns the answers in time for each second. */
  double goodput() {
    return inTime / seconds;
  }

  /** Returns the share of some requests among those that were due. */
  double share(long count) {
    return arrivals == 0 ? 0 : (double) count / arrivals;
  }

  /**
   * Returns the share that was not answered in time, divided by that which even a server that
   * wastes nothing has to lose.
   */
  double lostByUnavoidable() {
    double unavoidable = Math.max(0, 1 - 1 / Objects.requireNonNullElse(times, 0.0));
    return share(arrivals - inTime) / unavoidable;
  }

  /**
   * Returns the share of the requests of clients that ask again that were answered; NaN if all are
   * alike.
   */
  double persistentShare() {
    return persistent == null ? Double.NaN : (double) persistent.answered() / persistent.all();
  }

  /** Returns the share that was answered of the requests of clients that leave; or NaN. */
  double leavingShare() {
    return persistent == null
        ? Double.NaN
        : (double) (admitted.count() - persistent.answered()) / (arrivals - persistent.all());
  }

  /** Returns whether the generator was late, by more than a twentieth of the clients' patience. */
  boolean wasLate(long patienceMicros) {
    return lagP99Micros > MOST_LAG * patienceMicros;
  }

  /**
   * Says why the phase tells about the generator, or about what came before; empty if it does not.
   *
   * @param patienceMicros the time after which clients give up
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
