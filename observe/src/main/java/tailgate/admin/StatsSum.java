package tailgate.admin;

import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.LogLines;

/**
 * Adds the figures of several processes that run the same server. Counts, current values and limits
 * are added; a figure that only one of the two has stays. What cannot be added is that of the first
 * one: times, state, the description of the stage and the JVM, and quantiles, which {@link
 * Snapshot} computes anew.
 */
final class StatsSum {

  private StatsSum() {}

  static Stats plus(Stats a, Stats b) {
    return new Stats(
        a.timeMillis(),
        a.uptimeSeconds(),
        a.state(),
        plus(a.stage(), b.stage()),
        plus(a.requests(), b.requests()),
        plus(a.connections(), b.connections()),
        new Stats.Bytes(
            a.bytes().received() + b.bytes().received(), a.bytes().sent() + b.bytes().sent()),
        Sums.plus(a.rejections(), b.rejections()),
        Sums.plus(a.refusals(), b.refusals()),
        Sums.plus(a.timeouts(), b.timeouts()),
        Sums.plus(a.misdirected(), b.misdirected()),
        Sums.plus(a.adminRefusals(), b.adminRefusals()),
        plus(a.accessLog(), b.accessLog()),
        a.handlerFailures() + b.handlerFailures(),
        PoolSum.plus(a.pool(), b.pool()),
        plus(a.cache(), b.cache()),
        JvmSum.plus(a.jvm(), b.jvm()),
        null);
  }

  /**
   * What a process leaves behind when it ends: what it has counted. What it held is gone, and its
   * open connections are closed.
   */
  static Stats ended(Stats stats) {
    return new Stats(
        stats.timeMillis(),
        stats.uptimeSeconds(),
        stats.state(),
        stats.stage().with(null),
        ended(stats.requests()),
        ended(stats.connections()),
        stats.bytes(),
        stats.rejections(),
        stats.refusals(),
        stats.timeouts(),
        stats.misdirected(),
        stats.adminRefusals(),
        stats.accessLog(),
        stats.handlerFailures(),
        PoolSum.ended(stats.pool()),
        ended(stats.cache()),
        JvmSum.ended(stats.jvm()),
        null);
  }

  private static Stats.StageInfo plus(Stats.StageInfo a, Stats.StageInfo b) {
    return a.with(Sums.plus(a.reactors(), b.reactors()));
  }

  // ---- requests and connections

  private static Stats.@Nullable Requests plus(
      Stats.@Nullable Requests a, Stats.@Nullable Requests b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return new Stats.Requests(
        a.total() + b.total(),
        Sums.plus(a.byClass(), b.byClass()),
        a.inFlight() + b.inFlight(),
        a.latencyNanos());
  }

  private static Stats.@Nullable Requests ended(Stats.@Nullable Requests requests) {
    return requests == null
        ? null
        : new Stats.Requests(requests.total(), requests.byClass(), 0, requests.latencyNanos());
  }

  private static Stats.Connections plus(Stats.Connections a, Stats.Connections b) {
    return new Stats.Connections(
        a.open() + b.open(),
        a.accepted() + b.accepted(),
        a.closed() + b.closed(),
        a.aborted() + b.aborted(),
        a.acceptFailures() + b.acceptFailures(),
        a.max() + b.max(),
        a.atCap() || b.atCap(),
        a.evictedIdle() + b.evictedIdle(),
        a.notLingered() + b.notLingered(),
        a.requestMemory() + b.requestMemory(),
        a.maxRequestMemory() + b.maxRequestMemory());
  }

  private static Stats.Connections ended(Stats.Connections connections) {
    return new Stats.Connections(
        0,
        connections.accepted(),
        connections.closed() + connections.open(),
        connections.aborted(),
        connections.acceptFailures(),
        0,
        false,
        connections.evictedIdle(),
        connections.notLingered(),
        0,
        0);
  }

  // ---- the rest

  private static @Nullable LogLines plus(@Nullable LogLines a, @Nullable LogLines b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return new LogLines(a.lines() + b.lines(), a.linesLost() + b.linesLost());
  }

  private static @Nullable CacheStatistics plus(
      @Nullable CacheStatistics a, @Nullable CacheStatistics b) {
    if (a == null || b == null) {
      return a == null ? b : a;
    }
    return new CacheStatistics(
        a.hits() + b.hits(),
        a.misses() + b.misses(),
        a.loads() + b.loads(),
        a.failedLoads() + b.failedLoads(),
        a.loadNanos() + b.loadNanos(),
        a.kept() + b.kept(),
        a.evictions() + b.evictions(),
        a.removals() + b.removals(),
        a.entries() + b.entries(),
        a.bytes() + b.bytes(),
        a.diskFailures() + b.diskFailures());
  }

  private static @Nullable CacheStatistics ended(@Nullable CacheStatistics cache) {
    return cache == null
        ? null
        : new CacheStatistics(
            cache.hits(),
            cache.misses(),
            cache.loads(),
            cache.failedLoads(),
            cache.loadNanos(),
            cache.kept(),
            cache.evictions(),
            cache.removals(),
            0,
            0,
            cache.diskFailures());
  }
}
