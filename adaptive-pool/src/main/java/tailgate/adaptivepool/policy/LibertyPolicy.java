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
 * <p>Of this project: a larger pool moves by a tenth of its size, because nobody would see what a
 * few of many workers do; a move pays if it brings at least half of what workers that all help
 * would bring; and a cycle is recorded only if tasks waited for workers when it began and when it
 * ended. Without that, the pool returned from each size beyond twenty times the number of cores,
 * and took a time that was calm, or calm at first, for the throughput of its size.
 *
 * <p>What it leaves out, among others: random moves, and the detection of hung threads.
 *
 * <p>Choose it to see what comes of a pool that remembers what each size has done: it finds a
 * bottleneck that thresholds do not see, and is late for every burst.
 *
 * @param throughput tasks per second by number of workers
 * @param since the end of the last cycle, in uptime of the pool
 * @param completed tasks until then
 * @param backlogged whether tasks waited for workers then
 * @param target the number of workers; 0 before the end of the first cycle
 */
public record LibertyPolicy(
    SortedMap<Integer, Double> throughput,
    Duration since,
    long completed,
    boolean backlogged,
    int target)
    implements ScalingPolicy {
  private static final Duration CYCLE = Duration.ofMillis(1500);
  private static final double WEIGHT = 0.3;

  /** A step is this part of the size of a larger pool. */
  private static final int STEP_DIVISOR = 10;

  /** The part of the gain that there would be if all workers helped. */
  private static final double PAYS = 0.5;

  /** Copies the map. */
  public LibertyPolicy {
    throughput = Collections.unmodifiableSortedMap(new TreeMap<>(throughput));
  }

  /** Has seen nothing yet. */
  public LibertyPolicy() {
    this(new TreeMap<>(), Duration.ZERO, 0, true, 0); // before it was started there was no calm
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
    if (backlogged && seen.backlogged()) {
      known.merge(size, now, (old, latest) -> old + WEIGHT * (latest - old));
    }
    return new LibertyPolicy(
        known, seen.uptime(), seen.completed(), seen.backlogged(), next(known, size, seen));
  }

  @Override
  public Decision decide(PoolSample sample) {
    int staying = sample.counts().staying();
    int to = target == 0 ? staying : target;
    Cause cause = to < staying ? Cause.TRIAL : Cause.OTHER;
    return new Decision(to, cause, "cycle of 1.5 s");
  }

  private static int next(SortedMap<Integer, Double> known, int size, PoolSample seen) {
    int step = Math.max(seen.processors().cores(), size / STEP_DIVISOR);
    int smaller = Math.max(seen.min(), size - step);
    if (!seen.backlogged()) {
      return seen.counts().idle() >= step ? smaller : size;
    }
    if (!known.isEmpty() && !known.containsKey(size)) {
      return size; // until a cycle of it has been recorded
    }
    SortedMap<Integer, Double> below = known.headMap(smaller + 1);
    if (smaller < size && !below.isEmpty() && !pays(below.lastKey(), size, known)) {
      return smaller;
    }
    int larger = Math.min(seen.max(), size + step);
    SortedMap<Integer, Double> above = known.tailMap(larger);
    boolean helps = above.isEmpty() || pays(size, above.firstKey(), known);
    return larger > size && helps ? larger : size;
  }

  /** Whether the larger of two known sizes does enough more. */
  private static boolean pays(int smaller, int larger, SortedMap<Integer, Double> known) {
    double gain = PAYS * (larger - smaller) / smaller;
    return known.getOrDefault(larger, 0.0) > known.getOrDefault(smaller, 0.0) * (1 + gain);
  }
}
