package tailgate.lab.compare;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;
import tailgate.lab.plan.Count;
import tailgate.lab.plan.LoadPlan;
import tailgate.lab.plan.LoadPlan.Engine;
import tailgate.lab.plan.LoadPlan.Spacing;
import tailgate.lab.plan.PlannedArm;
import tailgate.lab.plan.Variation.Connections;

/**
 * The load of each variant.
 *
 * @param users of a closed load; the most that can be in flight in an open one, 0 for as many as
 *     its phases can need
 * @param perSecond of an open load, the rare requests included; null for a closed one
 * @param rareShare of all requests; 0 if there are none
 * @param warmUp of the generator, before each measurement
 * @param time that is measured; at most for each test of a counted load
 * @param giveUp after which a request has failed; null for 20 s
 * @param leastTime that a request of a closed load takes, so that the users cannot ask more often;
 *     null if it is not known
 * @param newConnections whether each request has a connection of its own, at any stage
 * @param counted the requests of a counted load; null for one that takes its time
 * @param phases of an open load whose rate changes; null for any other load
 * @param isEven whether the requests of an open load are evenly spaced; null for a Poisson process
 * @param arriving whether the users are those of JMeter, who arrive one after the other in the time
 *     that is measured, and send one request each; null if not
 */
public record Traffic(
    int users,
    @Nullable Double perSecond,
    double rareShare,
    Duration warmUp,
    Duration time,
    @Nullable Duration giveUp,
    @Nullable Duration leastTime,
    boolean newConnections,
    @Nullable Counted counted,
    @Nullable Phases phases,
    @Nullable Boolean isEven,
    @Nullable Boolean arriving) {

  /**
   * The requests of a load that ends with the last of them.
   *
   * @param requests of each test, and as many before the first one, to warm up
   * @param tests one after the other
   */
  public record Counted(long requests, int tests) {

    /** The requests per second by which the time that is left is estimated. */
    private static final int USUAL_PER_SECOND = 8_000;

    Duration usualTime() {
      return Duration.ofSeconds((1 + tests) * requests / USUAL_PER_SECOND);
    }

    private List<Segment> segments(Duration atMost) {
      List<Segment> segments = new ArrayList<>();
      segments.add(Segment.counted(Kind.WARM_UP, requests, atMost));
      for (int test = 1; test <= tests; test++) {
        double perSecond = requests * 1e3 / atMost.toMillis();
        segments.add(new Segment(Kind.STEADY, test, perSecond, atMost.toMillis()));
      }
      return segments;
    }
  }

  /** The resolution of JMeter's clock in microseconds; smaller differences cannot be seen. */
  private static final long TICK_OF_JMETER = 1_000;

  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** The users of an open load without a number: as many as can have a request at 500/s. */
  private static final Count USERS = new Count(1_000, false);

  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /** A test of a counted load that is slower counts as stuck; it may take this time longer. */
  private static final int FEWEST_PER_SECOND = 2_000;

  private static final Duration LEAST_TIME = Duration.ofSeconds(20);

  /** The rare requests go on for longer than the others: their generator starts in this time. */
  private static final Duration MARGIN = Duration.ofSeconds(5);

  /** Few are under way; a user more than are needed costs nothing. */
  private static final int RARE_USERS = 64;

  /** Makes the load of the arms of a file, at a server with so many processors. */
  static Traffic of(LoadPlan load, List<PlannedArm> arms, int processors) {
    boolean isOfJMeter = load.engine() == Engine.JMETER;
    boolean hasPhases = !load.phases().isEmpty();
    boolean hasOwnWarmUp = load.requests() != null || isOfJMeter;
    Count users = Objects.requireNonNullElse(load.users(), USERS);
    Optional<Double> rareShare =
        arms.stream()
            .flatMap(arm -> Stream.ofNullable(arm.variation().company().rareShare()))
            .findFirst();
    return new Traffic(
        load.users() == null && hasPhases ? 0 : users.on(processors),
        load.at() == null ? null : load.at().number(),
        rareShare.orElse(0.0),
        hasOwnWarmUp ? Duration.ZERO : Objects.requireNonNullElse(load.warmUp(), WARM_UP),
        time(load),
        load.giveUp(),
        load.leastTime(),
        load.connections() == Connections.NEW,
        load.requests() == null
            ? null
            : new Counted(load.requests(), Objects.requireNonNullElse(load.tests(), 1)),
        hasPhases
            ? Phases.of(load, arms.stream().anyMatch(arm -> arm.variation().asksAgain()))
            : null,
        load.arrivals() == Spacing.UNIFORM ? true : null,
        isOfJMeter ? true : null);
  }

  /** Returns the time that is measured; zero for phases, which have their own. */
  private static Duration time(LoadPlan load) {
    if (load.requests() != null) {
      return LEAST_TIME.plusSeconds(load.requests() / FEWEST_PER_SECOND);
    }
    Duration time = load.engine() == Engine.JMETER ? load.over() : load.time();
    return Objects.requireNonNullElse(time, Duration.ZERO);
  }

  /** Returns the time after which a request of a load has failed. */
  static Duration timeout(LoadPlan load) {
    return Objects.requireNonNullElse(load.giveUp(), TIMEOUT);
  }

  /** Returns whether the load is that of JMeter. */
  boolean isOfJMeter() {
    return Boolean.TRUE.equals(arriving);
  }

  /** Returns the resolution of the clock that takes the latencies, in microseconds. */
  long tickMicros() {
    return isOfJMeter() ? TICK_OF_JMETER : 1;
  }

  /** The highest rate at which requests can be due; infinite if it is not known. */
  double mostPerSecond(int mostUsers) {
    if (perSecond != null) {
      return perSecond;
    }
    return leastTime == null ? Double.POSITIVE_INFINITY : mostUsers * 1e9 / leastTime.toNanos();
  }

  /** Returns whether the load has one rate or number of users, and takes its time. */
  boolean isSteady() {
    return counted == null && phases == null;
  }

  /** Returns the times at which the requests of an open load are due. */
  Arrivals arrivals(long seed) {
    return Boolean.TRUE.equals(isEven) ? Arrivals.UNIFORM : Arrivals.poisson(seed);
  }

  int usersOf(Variant variant) {
    return Objects.requireNonNullElse(variant.ownRequests().users(), users);
  }

  /** Returns whether connections are used again; a server may serve one until it is closed. */
  boolean keeps(Variant variant) {
    return !areNew(variant) && !variant.stage().equals("singlethreaded");
  }

  LoadSpec measured(Variant variant, long seed) {
    double rate = perSecond == null ? 0 : perSecond * (1 - rareShare(variant));
    return load(variant, variant.path(), usersOf(variant), rate, time, seed);
  }

  /** The rare ones, which go on during all of the time that is measured. */
  LoadSpec rare(Variant variant, String path, long seed) {
    double rate = perSecond == null ? 0 : perSecond * rareShare(variant);
    return load(variant, path, RARE_USERS, rate, time.plus(MARGIN), seed + 1);
  }

  private double rareShare(Variant variant) {
    return variant.rare() == null ? 0 : rareShare;
  }

  private LoadSpec load(
      Variant variant, String path, int most, double rate, Duration length, long seed) {
    return new LoadSpec(
            path,
            keeps(variant),
            most,
            model(),
            counted == null ? segments(rate, length) : counted.segments(length),
            timeout().toMillis(),
            LoadSpec.ALL_CORES)
        .with(arrivals(seed))
        .with(variant.ownRequests().headers());
  }

  private LoadSpec.Model model() {
    if (counted != null) {
      return LoadSpec.Model.COUNTED;
    }
    return perSecond == null ? LoadSpec.Model.CLOSED : LoadSpec.Model.OPEN;
  }

  private List<Segment> segments(double rate, Duration length) {
    Segment steady = Segment.of(Kind.STEADY, 1, rate, length);
    return warmUp.isZero()
        ? List.of(steady)
        : List.of(Segment.of(Kind.WARM_UP, 1, rate, warmUp), steady);
  }

  boolean areNew(Variant variant) {
    return Objects.requireNonNullElse(variant.ownRequests().areNewConnections(), newConnections);
  }

  Duration timeout() {
    return Objects.requireNonNullElse(giveUp, TIMEOUT);
  }

  /** What a run takes, if all is answered soon. */
  Duration perRun() {
    if (counted != null) {
      return counted.usualTime();
    }
    if (phases != null) {
      return phases.time();
    }
    return warmUp.plus(time).plus(rareShare == 0 ? Duration.ZERO : MARGIN);
  }
}
