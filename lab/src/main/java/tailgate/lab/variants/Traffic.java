package tailgate.lab.variants;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/**
 * The load of each variant.
 *
 * @param users of a closed load; the most that can be in flight in an open one
 * @param perSecond of an open load, the rare requests included; null for a closed one
 * @param rareShare of all requests; 0 if there are none
 * @param warmUp of the generator, before each measurement
 * @param time that is measured
 * @param giveUp after which a request has failed; null for 20 s
 * @param leastTime that a request of a closed load takes, so that the users cannot ask more often;
 *     null if it is not known
 * @param newConnections whether each request has a connection of its own, at any stage
 */
public record Traffic(
    int users,
    @Nullable Double perSecond,
    double rareShare,
    Duration warmUp,
    Duration time,
    @Nullable Duration giveUp,
    @Nullable Duration leastTime,
    boolean newConnections) {

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** The rare requests go on for longer than the others: their generator starts in this time. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** Few are under way; a user more than are needed costs nothing. */
  private static final int RARE_USERS = 64;

  /** The highest rate at which requests can be due; infinite if it is not known. */
  double mostPerSecond(int mostUsers) {
    if (perSecond != null) {
      return perSecond;
    }
    return leastTime == null ? Double.POSITIVE_INFINITY : mostUsers * 1e9 / leastTime.toNanos();
  }

  /** The users of a variant. */
  int usersOf(Variant variant) {
    return Objects.requireNonNullElse(variant.ownRequests().users(), users);
  }

  /** The requests that are measured. */
  LoadSpec measured(Variant variant, long seed) {
    double rate = perSecond == null ? 0 : perSecond * (1 - rareShare(variant));
    return load(variant, variant.path(), usersOf(variant), rate, warmUp, time, seed);
  }

  /** The rare ones, which go on during all of the time that is measured. */
  LoadSpec rare(Variant variant, String path, long seed) {
    double rate = perSecond == null ? 0 : perSecond * rareShare(variant);
    return load(variant, path, RARE_USERS, rate, warmUp, time.plus(MARGIN), seed + 1);
  }

  private double rareShare(Variant variant) {
    return variant.rare() == null ? 0 : rareShare;
  }

  private LoadSpec load(
      Variant variant,
      String path,
      int most,
      double rate,
      Duration before,
      Duration counted,
      long seed) {
    return new LoadSpec(
            path,
            // A server that serves one connection until it is closed would serve one user only.
            !areNew(variant) && !variant.stage().equals("singlethreaded"),
            most,
            perSecond == null,
            List.of(
                Segment.of(Kind.WARM_UP, 1, rate, before),
                Segment.of(Kind.STEADY, 1, rate, counted)),
            timeout().toMillis())
        .with(Arrivals.poisson(seed))
        .with(variant.ownRequests().headers());
  }

  private boolean areNew(Variant variant) {
    return Objects.requireNonNullElse(variant.ownRequests().areNewConnections(), newConnections);
  }

  Duration timeout() {
    return Objects.requireNonNullElse(giveUp, TIMEOUT);
  }

  /** What a run takes, if all is answered soon. */
  Duration perRun() {
    return warmUp.plus(time).plus(rareShare == 0 ? Duration.ZERO : MARGIN);
  }
}
