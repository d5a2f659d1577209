package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The controller of Open Liberty's thread pool; only to compare with, in the simulation. Written
 * from "Liberty threadpool autotuning" (openliberty.io, 2019): every 1.5 s it records the
 * throughput of the pool's size as a moving average, compares it with what it knows of a larger and
 * a smaller size, and moves by the number of cores. What it leaves out: random moves, and the
 * detection of hung threads.
 *
 * @param throughput tasks per second by number of workers
 */
record LibertyController(
    SortedMap<Integer, Double> throughput, Duration since, long completed, int target)
    implements ScalingPolicy {
  private static final Duration CYCLE = Duration.ofMillis(1500);
  private static final double WEIGHT = 0.3;

  /** A gain of less is no reason for more workers. */
  private static final double GAIN = 0.05;

  LibertyController() {
    this(new TreeMap<>(), Duration.ZERO, 0, 0);
  }

  @Override
  public LibertyController after(PoolSample seen) {
    Duration time = seen.uptime().minus(since);
    if (time.compareTo(CYCLE) < 0) {
      return this;
    }
    int size = seen.counts().staying();
    double now = (seen.completed() - completed) * 1e9 / time.toNanos();
    SortedMap<Integer, Double> known = new TreeMap<>(throughput);
    known.merge(size, now, (old, latest) -> old + WEIGHT * (latest - old));
    int next = next(known, size, seen);
    return new LibertyController(known, seen.uptime(), seen.completed(), next);
  }

  @Override
  public Decision decide(PoolSample sample) {
    int to = target == 0 ? sample.counts().staying() : target;
    return new Decision(to, Cause.OTHER, "cycle of 1.5 s");
  }

  private static int next(SortedMap<Integer, Double> known, int size, PoolSample seen) {
    int step = seen.processors().cores();
    double here = known.getOrDefault(size, 0.0);
    int smaller = Math.max(seen.min(), size - step);
    if (known.getOrDefault(smaller, 0.0) >= here * (1 - GAIN) && smaller < size) {
      return smaller;
    }
    int larger = Math.min(seen.max(), size + step);
    boolean helps = known.getOrDefault(larger, Double.MAX_VALUE) > here * (1 + GAIN);
    return seen.backlogged() && helps ? larger : size;
  }
}
