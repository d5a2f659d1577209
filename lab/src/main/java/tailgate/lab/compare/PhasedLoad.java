package tailgate.lab.compare;

import java.time.Duration;
import java.util.List;
import tailgate.lab.compare.Variant.Demand;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/** Makes the loads of a variant from the phases of its experiment. */
record PhasedLoad(Traffic traffic, Phases phases, Variant variant) {

  /** Users who ask again once they have their answer wait for it so long. */
  static final Duration CLOSED_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Connections, of those that clients need who all wait until they give up; many are being opened.
   */
  private static final double ROOM = 3;

  /** Connections likewise, if the rate is known before, so that they are opened in peace. */
  private static final double ROOM_AT_BACK_END = 1.3;

  private static final int FEWEST_CONNECTIONS = 64;
  private static final int MOST_CONNECTIONS = 4_000;

  /** Where clients ask again, some wait until they can connect. */
  private static final int CONNECTIONS_OF_A_STORM = 8_000;

  /** Returns the highest rate of the phases; infinite if it depends on the server. */
  double mostPerSecond() {
    return phases.capacity() != null || phases.isClosed()
        ? Double.POSITIVE_INFINITY
        : phases.segments(demand(), nominal()).stream()
            .mapToDouble(Segment::perSecond)
            .max()
            .orElseThrow();
  }

  /** Returns what the back end can do by its numbers, of which rates are multiples; else 0. */
  double nominal() {
    return variant.backEnd() == null ? 0 : variant.backEnd().perSecond();
  }

  /** Returns how many requests can be in flight, at most. */
  int mostUsers() {
    if (phases.isClosed()) {
      return phases.mostUsers();
    }
    if (traffic.users() > 0) {
      return traffic.usersOf(variant);
    }
    if (variant.backEnd() != null) {
      return users(mostPerSecond());
    }
    return demand().retries() == null ? MOST_CONNECTIONS : CONNECTIONS_OF_A_STORM;
  }

  private Demand demand() {
    return variant.ownDemand();
  }

  /**
   * Returns the load of a few users that shows what the server can do.
   *
   * @param time of the load, of which the second half counts
   */
  LoadSpec capacity(Duration time) {
    Duration counted = time.dividedBy(2);
    return new LoadSpec(
        variant.path(),
        traffic.keeps(variant),
        demand().capacityUsers(),
        Model.CLOSED,
        List.of(
            Segment.of(Kind.WARM_UP, 1, 0, time.minus(counted)),
            Segment.of(Kind.STEADY, 1, 0, counted)),
        CLOSED_TIMEOUT.toMillis(),
        LoadSpec.ALL_CORES);
  }

  /**
   * Returns the load that has all phases.
   *
   * @param capacity of the server, in answers per second; 0 if no rate is a multiple of it
   */
  LoadSpec open(double capacity, long seed) {
    List<Segment> segments = phases.segments(demand(), capacity);
    double most = segments.stream().mapToDouble(Segment::perSecond).max().orElseThrow();
    return new LoadSpec(
        variant.path(),
        traffic.keeps(variant),
        users(most),
        phases.isClosed() ? Model.CLOSED : Model.OPEN,
        segments,
        traffic.timeout().toMillis(),
        LoadSpec.ALL_CORES,
        traffic.arrivals(seed),
        demand().retries(),
        variant.ownRequests().headers(),
        null);
  }

  private int users(double perSecond) {
    if (traffic.users() > 0 || demand().retries() != null || phases.isClosed()) {
      return mostUsers();
    }
    double waiting = perSecond * traffic.timeout().toMillis() / 1e3;
    return variant.backEnd() == null
        ? (int) Math.clamp(Math.ceil(ROOM * waiting), FEWEST_CONNECTIONS, MOST_CONNECTIONS)
        : (int) Math.max(FEWEST_CONNECTIONS, Math.ceil(ROOM_AT_BACK_END * waiting));
  }
}
