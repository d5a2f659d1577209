package tailgate.adaptivepool.policy;

import java.time.Duration;
import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The controller of Open Liberty's thread pool. Written from "Liberty threadpool autotuning"
 * (openliberty.io, 2019): every 1.5 s it records the throughput of the pool's size as a moving
 * average, compares it with what it knows of a larger and a smaller size, and moves by the number
 * of cores.
 *
 * <p>What it leaves out: random moves, and the detection of hung threads.
 *
 * <p>Choose it to see what comes of a pool that remembers what each size has done: it finds a
 * bottleneck that thresholds do not see, and is late for every burst.
 *
 * @param throughput tasks per second by number of workers
 * @param since the end of the last cycle, in uptime of the pool
 * @param completed tasks until then
 * @param target the number of workers; 0 before the end of the first cycle
 */
public record LibertyPolicy(
    SortedMap<Integer, Double> throughput, Duration since, long completed, int target)
    implements ScalingPolicy {
  private static final Duration CYCLE = Duration.ofMillis(1500);
  private static final double WEIGHT = 0.3;

  /** A gain of less is no reason for more workers. */
  private static final double GAIN = 0.05;

  /** Copies the map. */
  public LibertyPolicy {
    throughput = Collections.unmodifiableSortedMap(new TreeMap<>(throughput));
  }

  /** Has seen nothing yet. */
  public LibertyPolicy() {
    this(new TreeMap<>(), Duration.ZERO, 0, 0);
  }

  @Override
  public LibertyPolicy after(PoolSample seen) {
    Duration time = seen.uptime().minus(since);
    if (time.compareTo(CYCLE) < 0) {
      return this;
    }
    int size = seen.counts().staying();
    double now = (seen.completed() - completed) * 1e9 / time.toNanos();
    SortedMap<Integer, Double> known = new TreeMap<>(throughput);
    known.merge(size, now, (old, latest) -> old + WEIGHT * (latest - old));
    return new LibertyPolicy(known, seen.uptime(), seen.completed(), next(known, size, seen));
  }

  @Override
  public Decision decide(PoolSample sample) {
    int staying = sample.counts().staying();
    int to = target == 0 ? staying : target;
    Cause cause = to < staying ? Cause.BOTTLENECK : Cause.OTHER;
    return new Decision(to, cause, "cycle of 1.5 s");
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
