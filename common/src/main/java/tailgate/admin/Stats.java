package tailgate.admin;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.LogLines;

/**
 * All that is known of a server at one moment; as JSON it is what {@code /stats} answers, under the
 * names of these components. Names stay, and new ones may be added. What is null here is absent
 * there: it is not measured, or the stage has no such thing.
 *
 * <p>Counts are since the start. Times are in nanoseconds where the name says nothing else. The
 * figures are read one after the other, so the identities of {@link
 * tailgate.metrics.RequestMetrics} and {@link tailgate.server.Server#closedConnections} hold while
 * nothing happens.
 *
 * @param timeMillis when, since 1970
 * @param uptimeSeconds since the server was started
 * @param state {@code "ready"} or {@code "draining"}
 * @param requests absent with {@code --no-metrics}
 * @param rejections 503 without a worker, by cause: {@code connections}, {@code executor}
 * @param refusals messages that were no requests, by cause
 * @param timeouts deadlines that ran out: {@code idle}, {@code head}, {@code body}, {@code write}
 * @param accessLog absent where none is written
 * @param handlerFailures requests that got 500 because the handler threw
 * @param cache absent where no files are served
 */
public record Stats(
    long timeMillis,
    double uptimeSeconds,
    String state,
    StageWords stage,
    @Nullable Requests requests,
    Connections connections,
    Bytes bytes,
    Map<String, Long> rejections,
    Map<String, Long> refusals,
    Map<String, Long> timeouts,
    @Nullable LogLines accessLog,
    long handlerFailures,
    Pool pool,
    @Nullable CacheStatistics cache,
    Jvm jvm) {

  /** The same with another pool. */
  Stats with(Pool other) {
    return new Stats(
        timeMillis,
        uptimeSeconds,
        state,
        stage,
        requests,
        connections,
        bytes,
        rejections,
        refusals,
        timeouts,
        accessLog,
        handlerFailures,
        other,
        cache,
        jvm);
  }

  /**
   * What runs.
   *
   * @param dispatch {@code "connection"} or {@code "request"}
   * @param reactors absent where dispatch is by connection
   * @param workers the executor in words
   */
  public record StageWords(
      String name,
      String dispatch,
      boolean keepAlive,
      @Nullable Integer reactors,
      String workers) {}

  /**
   * Requests that were answered.
   *
   * @param total all of them, whatever their status
   * @param byClass {@code 2xx} to {@code 5xx}
   * @param inFlight those that a worker is at
   */
  public record Requests(
      long total, Map<String, Long> byClass, long inFlight, Latencies latencyNanos) {}

  /**
   * Where the time went.
   *
   * @param queueWait from when a request was there to when a worker began with it
   * @param service from there to the last byte of the response
   * @param total both
   */
  public record Latencies(Spans queueWait, Spans service, Spans total) {}

  /** One latency over three spans of time. */
  public record Spans(Quantiles last10Seconds, Quantiles lastMinute, Quantiles all) {}

  /**
   * A distribution, exact to 1 %. Without a value there are no quantiles.
   *
   * @param count how many values
   */
  public record Quantiles(
      long count,
      @Nullable Long min,
      @Nullable Long p50,
      @Nullable Long p90,
      @Nullable Long p95,
      @Nullable Long p99,
      @Nullable Long p999,
      @Nullable Long p9999,
      @Nullable Long max) {}

  /**
   * Connections.
   *
   * @param closed those that are gone, whoever closed them
   * @param aborted those of them that broke while something was to be sent or expected
   * @param acceptFailures attempts to accept that failed
   */
  public record Connections(
      long open, long accepted, long closed, long aborted, long acceptFailures) {}

  /** Bytes on the wire, heads included. */
  public record Bytes(long received, long sent) {}

  /**
   * The stage's workers.
   *
   * @param capacity tasks that may wait
   * @param resizes absent where the size is fixed
   */
  public record Pool(
      @Nullable Integer workers,
      @Nullable Integer busy,
      @Nullable Integer min,
      @Nullable Integer max,
      @Nullable Integer queued,
      @Nullable Integer capacity,
      @Nullable Resizes resizes) {

    /** The same with other resizes. */
    Pool with(Resizes other) {
      return new Pool(workers, busy, min, max, queued, capacity, other);
    }
  }

  /**
   * How a pool changed its size.
   *
   * @param grown how often workers were added: the sum of {@code grownByCause}
   * @param shrunk how often some left: the sum of {@code shrunkByCause}
   * @param recent the latest times, the very latest last
   */
  public record Resizes(
      long grown,
      long shrunk,
      Map<String, Long> grownByCause,
      Map<String, Long> shrunkByCause,
      List<Resize> recent) {

    /** The same with other latest times. */
    Resizes with(List<Resize> others) {
      return new Resizes(grown, shrunk, grownByCause, shrunkByCause, List.copyOf(others));
    }
  }

  /**
   * One of them.
   *
   * @param cause one of the few that are counted
   * @param reason why, for people
   */
  public record Resize(long timeMillis, int from, int to, String cause, String reason) {}

  /**
   * The process.
   *
   * @param cpuNanos that all its threads have used
   * @param residentBytes absent where there is no {@code /proc}
   * @param pinnedVirtualThreads how often a virtual thread held on to its carrier for 20 ms or more
   *     while it waited; absent where the stage has no virtual threads
   */
  public record Jvm(
      String version,
      int cpus,
      long cpuNanos,
      long heapUsedBytes,
      long heapCommittedBytes,
      long heapMaxBytes,
      @Nullable Long residentBytes,
      int platformThreads,
      @Nullable Long pinnedVirtualThreads,
      List<Collector> collectors) {}

  /**
   * A garbage collector.
   *
   * @param collections how often it collected; of one of pauses, how often all threads stood still
   * @param nanos what that took together, to the millisecond
   * @param concurrent whether the threads ran meanwhile; the time of all others is pauses. Those
   *     that work so say their pauses apart, as a collector of its own.
   */
  public record Collector(String name, long collections, long nanos, boolean concurrent) {}
}
