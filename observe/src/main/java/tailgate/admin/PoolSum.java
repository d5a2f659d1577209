package tailgate.admin;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.metrics.PoolFailures;
import tailgate.metrics.PoolResizes;

/** Adds the pools of several processes. The sizes in a resize remain those of one process. */
final class PoolSum {

  private PoolSum() {}

  static Stats.Pool plus(Stats.Pool a, Stats.Pool b) {
    return new Stats.Pool(
        Sums.plus(a.workers(), b.workers()),
        Sums.plus(a.busy(), b.busy()),
        Sums.plus(a.min(), b.min()),
        Sums.plus(a.max(), b.max()),
        Sums.plus(a.queued(), b.queued()),
        Sums.plus(a.capacity(), b.capacity()),
        plus(a.resizes(), b.resizes()),
        plus(a.failures(), b.failures()));
  }

  /** What a process leaves behind: the counts. */
  static Stats.Pool ended(Stats.Pool pool) {
    Stats.Resizes resizes = pool.resizes();
    return new Stats.Pool(
        null,
        null,
        null,
        null,
        null,
        null,
        resizes == null ? null : resizes.with(List.of()),
        pool.failures());
  }

  private static Stats.@Nullable Resizes plus(
      Stats.@Nullable Resizes a, Stats.@Nullable Resizes b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return new Stats.Resizes(
        a.grown() + b.grown(),
        a.shrunk() + b.shrunk(),
        Sums.plus(a.grownByCause(), b.grownByCause()),
        Sums.plus(a.shrunkByCause(), b.shrunkByCause()),
        latest(a.recent(), b.recent()));
  }

  /** The latest of both, in order of time. */
  private static List<Stats.Resize> latest(List<Stats.Resize> a, List<Stats.Resize> b) {
    List<Stats.Resize> all =
        Stream.concat(a.stream(), b.stream())
            .sorted(Comparator.comparingLong(Stats.Resize::timeMillis))
            .toList();
    return all.subList(Math.max(0, all.size() - PoolResizes.MAX_RECENT), all.size());
  }

  private static @Nullable PoolFailures plus(@Nullable PoolFailures a, @Nullable PoolFailures b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return new PoolFailures(a.threadStarts() + b.threadStarts(), a.scaling() + b.scaling());
  }
}
