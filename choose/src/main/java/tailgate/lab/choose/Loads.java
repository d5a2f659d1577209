package tailgate.lab.choose;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tailgate.lab.load.Arrivals;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.LoadSpec.Model;
import tailgate.lab.load.Segment;
import tailgate.lab.load.Segment.Kind;

/** Makes the loads of a trial. Confined to one thread. */
final class Loads {

  private static final int LEAST_USERS = 32;

  /** The connections are so many times those that a rate needs within the objective. */
  private static final double ROOM = 1.5;

  /** A lower rate separates two steps, so that one that failed does not spoil the next one. */
  private static final Duration PAUSE = Duration.ofMillis(200);

  private static final double PAUSE_RATE = 0.3;
  private static final Duration LEAD = Duration.ofMillis(400);

  /** The rate before the first steps is this part of theirs: requests hardly meet one another. */
  private static final double ALONE = 0.1;

  /** The rate before the first steps is never higher, because more would tell no more. */
  private static final double MOST_ALONE = 200;

  private static final double MORE = 1.5;

  private static final double TWICE = 2;

  /** Each block has so many seeds, more than a rate is ever tried. */
  private static final int SEEDS = 1_000;

  private final ChoosePlan plan;
  private final boolean keepAlive;

  private final long seed;

  /** Counts how often each rate was tried. Confined to the thread of the trial. */
  private final Map<Double, Integer> tried = new HashMap<>();

  /** Makes the loads of a run in this block, from 1, on connections that are used again or not. */
  Loads(ChoosePlan plan, boolean keepAlive, int block) {
    this.plan = plan;
    this.keepAlive = keepAlive;
    seed = plan.blocks().seed() + (long) block * SEEDS;
  }

  /** Makes a load of users who ask again once they have their answer; the second half counts. */
  LoadSpec closed(int users, Duration time) {
    return new LoadSpec(
        plan.path(),
        keepAlive,
        users,
        Model.CLOSED,
        halves(0, time),
        ChoosePlan.TIMEOUT.toMillis(),
        LoadSpec.ALL_CORES);
  }

  /** Makes an open load of requests that are evenly spaced; the second half counts. */
  LoadSpec even(double rate, Duration time) {
    return open(rate, halves(rate, time), seed).with(Arrivals.UNIFORM);
  }

  /** The first half is for the connections and for the compiler. */
  private static List<Segment> halves(double rate, Duration time) {
    Duration counted = time.dividedBy(2);
    return List.of(
        Segment.of(Kind.WARM_UP, 1, rate, time.minus(counted)),
        Segment.of(Kind.STEADY, 1, rate, counted));
  }

  /** Makes a step of each rate, after one at which requests hardly ever wait for one another. */
  LoadSpec firstSteps(List<Double> rates) {
    double few = Math.min(ALONE * rates.get(0), MOST_ALONE);
    return steps(
        List.of(
            Segment.of(Kind.WARM_UP, 1, few, LEAD),
            Segment.of(Kind.QUIET, 1, few, plan.pace().calm())),
        rates);
  }

  LoadSpec steps(List<Double> rates) {
    return steps(List.of(), rates);
  }

  private LoadSpec steps(List<Segment> before, List<Double> rates) {
    List<Segment> segments = new ArrayList<>(before);
    for (int i = 0; i < rates.size(); i++) {
      double rate = rates.get(i);
      Duration lead = i == 0 ? LEAD : PAUSE;
      segments.add(Segment.of(Kind.WARM_UP, before.size() + i + 1, rate * PAUSE_RATE, lead));
      segments.add(Segment.of(Kind.STEADY, i + 1, rate, plan.step(rate)));
    }
    return open(Collections.max(rates), segments, nextSeed(rates));
  }

  /** Returns the highest rate of an overload. */
  double mostOverload(double capacity) {
    return (plan.overloadsTwice() ? TWICE : MORE) * capacity;
  }

  /** Makes a load at half of the capacity, above it, and at half of it again. */
  LoadSpec overload(double capacity) {
    double low = capacity / 2;
    Duration stretch = plan.overload(capacity);
    List<Segment> segments =
        new ArrayList<>(
            List.of(
                Segment.of(Kind.WARM_UP, 1, low * PAUSE_RATE, LEAD),
                Segment.of(Kind.QUIET, 1, low, plan.enough(low, plan.pace().calm())),
                Segment.of(Kind.SPIKE, 1, MORE * capacity, stretch)));
    if (plan.overloadsTwice()) {
      // Three quarters are left for what has piled up.
      segments.add(Segment.of(Kind.WARM_UP, 2, low / 2, stretch));
      segments.add(Segment.of(Kind.SPIKE, 2, TWICE * capacity, stretch));
    }
    segments.add(Segment.of(Kind.COOL_DOWN, 1, low, plan.recovery(stretch)));
    return open(mostOverload(capacity), segments, nextSeed(List.of(capacity)));
  }

  /**
   * Returns the seed of the arrivals. All candidates get the same arrivals when they are tried at a
   * rate for the first time, and at each further time: so they are told apart by what they do, and
   * not by what they got (common random numbers; Law, Simulation Modeling and Analysis, 11.2). No
   * candidate gets the same arrivals twice.
   */
  private long nextSeed(List<Double> rates) {
    int times = rates.stream().mapToInt(rate -> tried.getOrDefault(rate, 0)).max().orElse(0);
    rates.forEach(rate -> tried.put(rate, times + 1));
    return seed + times;
  }

  /** Counts connections for a rate. By Little's law more in flight would miss the objective. */
  static double connections(double perSecond, Objective objective) {
    return ROOM * perSecond * objective.micros() / 1e6;
  }

  private LoadSpec open(double mostPerSecond, List<Segment> segments, long arrivalsSeed) {
    return new LoadSpec(
        plan.path(),
        keepAlive,
        (int)
            Math.clamp(
                connections(mostPerSecond, plan.objective()),
                LEAST_USERS,
                ChoosePlan.MOST_CONNECTIONS),
        Model.OPEN,
        segments,
        ChoosePlan.TIMEOUT.toMillis(),
        LoadSpec.ALL_CORES,
        Arrivals.poisson(arrivalsSeed));
  }
}
