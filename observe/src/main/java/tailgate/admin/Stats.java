package tailgate.admin;

import static tailgate.metrics.Statistic.Kind.BY_NAME;
import static tailgate.metrics.Statistic.Kind.GAUGE;
import static tailgate.metrics.Statistic.Kind.LATEST;
import static tailgate.metrics.Statistic.Kind.SHARED;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.LogLines;
import tailgate.metrics.PoolFailures;
import tailgate.metrics.Statistic;

/**
 * The statistics of a server at one moment. {@code /stats} answers them as JSON under the names of
 * these components. Components may be added, but are not renamed. A component that is null here is
 * absent there: it is not measured, or the stage has no such thing. {@link Statistic} says of each
 * what it is in Prometheus, and in the sum over several processes; without it, that of the first
 * process is also that of the sum.
 *
 * <p>Counts start at zero when the server starts. Times are in nanoseconds unless the name has
 * another unit. The figures are read one after the other. So the identities of {@link
 * tailgate.metrics.RequestMetrics} and {@link tailgate.server.Server#closedConnections} hold
 * exactly only while the server is idle.
 *
 * @param timeMillis time of the snapshot, since 1970
 * @param uptimeSeconds since the server was started
 * @param state {@code "ready"}, {@code "full"}, {@code "no root"} or {@code "draining"}; with
 *     {@code --processes} also {@code "starting"}, while no process serves
 * @param requests absent with {@code --no-metrics}
 * @param rejections 503 without a worker, by cause: {@code connections}, {@code executor}, {@code
 *     memory}, {@code client}, {@code descriptors}, {@code codel}, {@code deadline}, {@code
 *     admission}
 * @param refusals messages that are not valid requests, by cause
 * @param timeouts expired deadlines: {@code idle}, {@code head}, {@code body}, {@code write}
 * @param misdirected requests for a host that is not allowed; absent if all are allowed
 * @param adminRefusals requests refused on the admin port, by cause: {@code forbidden}, {@code
 *     busy}
 * @param accessLog absent if there is no access log
 * @param handlerFailures requests that were answered with 500 because the handler threw
 * @param cache absent if no files are served
 * @param processes absent without {@code --processes}; with it, all other figures are sums over
 *     these processes and those that have ended
 */
public record Stats(
    long timeMillis,
    double uptimeSeconds,
    String state,
    StageInfo stage,
    @Nullable Requests requests,
    Connections connections,
    Bytes bytes,
    @Statistic(
            name = "tailgate_rejections",
            help = "Requests and connections rejected with 503.",
            label = "cause")
        Map<String, Long> rejections,
    @Statistic(name = "tailgate_refusals", help = "Invalid messages, by cause.", label = "cause")
        Map<String, Long> refusals,
    @Statistic(name = "tailgate_timeouts", help = "Expired deadlines, by cause.", label = "cause")
        Map<String, Long> timeouts,
    @Statistic(
            name = "tailgate_misdirected_requests",
            help = "Requests answered with 421 because their host is not allowed.")
        @Nullable Long misdirected,
    @Statistic Map<String, Long> adminRefusals,
    @Nullable LogLines accessLog,
    @Statistic(
            name = "tailgate_handler_failures",
            help = "Requests answered with 500 because the handler threw.")
        long handlerFailures,
    Pool pool,
    @Nullable CacheStatistics cache,
    Jvm jvm,
    @Nullable List<ProcessInfo> processes) {

  Stats with(Pool other) {
    return StatsSum.with(this, Map.of("pool", other));
  }

  /** A copy with other figures about requests. */
  Stats with(Requests other) {
    return StatsSum.with(this, Map.of("requests", other));
  }

  Stats with(Jvm other) {
    return StatsSum.with(this, Map.of("jvm", other));
  }

  /**
   * The stage.
   *
   * @param dispatch {@code "connection"} or {@code "request"}
   * @param reactors absent if dispatch is by connection
   * @param workers a description of the executor
   */
  public record StageInfo(
      String name,
      String dispatch,
      boolean keepAlive,
      @Statistic(kind = GAUGE) @Nullable Integer reactors,
      String workers) {}

  /**
   * Answered requests.
   *
   * @param total all of them, whatever their status
   * @param byClass {@code 2xx} to {@code 5xx}
   * @param inFlight requests that a worker is serving now
   */
  public record Requests(
      @Statistic long total,
      @Statistic(name = "tailgate_requests", help = "Answered requests.", label = "code")
          Map<String, Long> byClass,
      @Statistic(
              kind = GAUGE,
              name = "tailgate_requests_in_flight",
              help = "Requests that a worker is serving.")
          long inFlight,
      Latencies latencyNanos) {

    Requests with(Latencies others) {
      return new Requests(total, byClass, inFlight, others);
    }
  }

  /**
   * The latencies of requests.
   *
   * @param queueWait from the arrival of a request to the moment when a worker begins with it
   * @param service from there to the last byte of the response
   * @param total the sum of both
   * @param slowest absent if no request has ended in the last minute
   */
  public record Latencies(Spans queueWait, Spans service, Spans total, @Nullable Slowest slowest) {}

  /**
   * The slowest hundredth of the last minute's requests, and those that took as long as the fastest
   * of them but for 6 %. The rest of their mean is service.
   *
   * @param count number of requests
   * @param from the time that the fastest of them took, or up to 6 % less
   * @param mean of their total times
   * @param meanQueueWait of the times that they waited for a worker
   */
  public record Slowest(long count, long from, long mean, long meanQueueWait) {}

  /** One latency over three periods. */
  public record Spans(Quantiles last10Seconds, Quantiles lastMinute, Quantiles all) {}

  /**
   * A distribution, exact to 1 %. Without values there are no quantiles.
   *
   * @param count number of values
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
   * The connections of the server.
   *
   * @param closed closed connections, by whichever side
   * @param aborted closed connections that broke while data was to be sent or received
   * @param acceptFailures failed attempts to accept a connection
   * @param max the cap on open connections, as far as there are descriptors
   * @param atCap whether a client came lately when the cap was reached
   * @param evictedIdle idle connections closed to make room for others
   * @param notLingered connections closed at once, because too many lingered: their last response
   *     may be lost
   * @param requestMemory bytes that unfinished requests hold beyond the first buffer of each
   * @param maxRequestMemory the bytes that they may hold
   */
  public record Connections(
      @Statistic(
              kind = GAUGE,
              name = "tailgate_connections_open",
              help = "Open connections.",
              endsAs = "closed")
          long open,
      @Statistic(name = "tailgate_connections_accepted", help = "Accepted connections.")
          long accepted,
      @Statistic(name = "tailgate_connections_closed", help = "Closed connections.") long closed,
      @Statistic(
              name = "tailgate_connections_aborted",
              help = "Connections that broke while data was to be sent or received.")
          long aborted,
      @Statistic(
              name = "tailgate_accept_failures",
              help = "Failed attempts to accept a connection.")
          long acceptFailures,
      @Statistic(kind = GAUGE, name = "tailgate_connections_max", help = "Cap on open connections.")
          long max,
      @Statistic(
              kind = GAUGE,
              name = "tailgate_connections_at_cap",
              help = "1 if a client came lately when the cap was reached, else 0.")
          boolean atCap,
      @Statistic(
              name = "tailgate_connections_evicted_idle",
              help = "Idle connections closed to make room for others.")
          long evictedIdle,
      @Statistic(
              name = "tailgate_connections_not_lingered",
              help = "Connections closed at once, because too many lingered.")
          long notLingered,
      @Statistic(
              kind = GAUGE,
              name = "tailgate_unfinished_bytes",
              help = "Bytes that unfinished requests hold.")
          long requestMemory,
      @Statistic(
              kind = GAUGE,
              name = "tailgate_unfinished_max_bytes",
              help = "Bytes that unfinished requests may hold.")
          long maxRequestMemory) {}

  /** Bytes on the wire, including heads. */
  public record Bytes(
      @Statistic(name = "tailgate_received_bytes", help = "Bytes received.") long received,
      @Statistic(name = "tailgate_sent_bytes", help = "Bytes sent.") long sent) {}

  /**
   * The workers of the stage.
   *
   * @param capacity maximum number of queued tasks
   * @param resizes absent if the size is fixed
   * @param failures absent if the size is fixed
   */
  public record Pool(
      @Statistic(kind = GAUGE, name = "tailgate_pool_workers", help = "Worker threads.")
          @Nullable Integer workers,
      @Statistic(kind = GAUGE, name = "tailgate_pool_busy", help = "Worker threads that are busy.")
          @Nullable Integer busy,
      @Statistic(
              kind = GAUGE,
              name = "tailgate_pool_min",
              help = "Minimum number of worker threads.")
          @Nullable Integer min,
      @Statistic(
              kind = GAUGE,
              name = "tailgate_pool_max",
              help = "Maximum number of worker threads.")
          @Nullable Integer max,
      @Statistic(kind = GAUGE, name = "tailgate_pool_queue_length", help = "Queued tasks.")
          @Nullable Integer queued,
      @Statistic(
              kind = GAUGE,
              name = "tailgate_pool_queue_capacity",
              help = "Maximum number of queued tasks.")
          @Nullable Integer capacity,
      @Nullable Resizes resizes,
      @Nullable PoolFailures failures) {

    Pool with(Resizes other) {
      return new Pool(workers, busy, min, max, queued, capacity, other, failures);
    }
  }

  /**
   * How the pool changed its size.
   *
   * @param grown how often workers were added: the sum of {@code grownByCause}
   * @param shrunk how often workers were removed: the sum of {@code shrunkByCause}
   * @param recent the most recent resizes, the latest one last
   */
  public record Resizes(
      @Statistic long grown,
      @Statistic long shrunk,
      @Statistic(
              name = "tailgate_pool_resizes",
              help = "Resizes of the pool.",
              label = "cause",
              labels = {"direction", "grow"})
          Map<String, Long> grownByCause,
      @Statistic(
              name = "tailgate_pool_resizes",
              help = "Resizes of the pool.",
              label = "cause",
              labels = {"direction", "shrink"})
          Map<String, Long> shrunkByCause,
      @Statistic(kind = LATEST) List<Resize> recent) {

    Resizes with(List<Resize> others) {
      return new Resizes(grown, shrunk, grownByCause, shrunkByCause, List.copyOf(others));
    }
  }

  /**
   * One resize.
   *
   * @param cause one of a few causes, which are counted
   * @param reason an explanation for people
   */
  public record Resize(long timeMillis, int from, int to, String cause, String reason) {}

  /**
   * The process.
   *
   * @param cpuNanos CPU time of all its threads
   * @param residentBytes absent if there is no {@code /proc}
   * @param pinnedVirtualThreads how often a virtual thread blocked for 20 ms or more without
   *     releasing its carrier; absent if the stage has no virtual threads
   * @param stuckCarriers carrier threads that have run the same virtual thread for about a second,
   *     without using the processor; absent likewise
   */
  public record Jvm(
      String version,
      @Statistic(kind = SHARED) int cpus,
      @Statistic(name = "process_cpu_seconds", help = "CPU time used.", nanos = true) long cpuNanos,
      @Statistic(
              kind = GAUGE,
              name = "jvm_memory_used_bytes",
              help = "Memory used.",
              labels = {"area", "heap"})
          long heapUsedBytes,
      @Statistic(
              kind = GAUGE,
              name = "jvm_memory_committed_bytes",
              help = "Memory committed.",
              labels = {"area", "heap"})
          long heapCommittedBytes,
      @Statistic(
              kind = GAUGE,
              name = "jvm_memory_max_bytes",
              help = "Maximum memory.",
              labels = {"area", "heap"})
          long heapMaxBytes,
      @Statistic(kind = GAUGE, name = "process_resident_memory_bytes", help = "Resident memory.")
          @Nullable Long residentBytes,
      @Statistic(kind = GAUGE, name = "jvm_threads_current", help = "Platform threads.")
          int platformThreads,
      @Statistic(
              name = "tailgate_pinned_virtual_threads",
              help = "Virtual threads that blocked without releasing their carrier.")
          @Nullable Long pinnedVirtualThreads,
      @Statistic(
              kind = GAUGE,
              name = "tailgate_stuck_carriers",
              help = "Carriers that have run a virtual thread that waits, for about a second.")
          @Nullable Long stuckCarriers,
      @Statistic(kind = BY_NAME) List<Collector> collectors) {

    /** A copy without the number of pinned threads. */
    Jvm withoutPinned() {
      return StatsSum.with(this, Collections.singletonMap("pinnedVirtualThreads", null));
    }
  }

  /**
   * A garbage collector.
   *
   * @param collections number of collections; for a bean of pauses, number of pauses
   * @param nanos their total duration, in multiples of a millisecond
   * @param concurrent whether the application's threads ran meanwhile. If not, all of this time is
   *     pauses. A concurrent collector reports its pauses as a collector of their own.
   */
  public record Collector(
      String name, @Statistic long collections, @Statistic long nanos, boolean concurrent) {}

  /**
   * One of several processes that serve on the same port.
   *
   * @param process from 0; a process that replaces another has its number
   * @param pid its id; absent while there is none
   * @param state {@code "starting"}, {@code "ready"}, {@code "full"}, {@code "no root"}, {@code
   *     "draining"}, or {@code "backoff"} while it waits for its next start
   * @param starts how often it was started
   * @param requests what this process has answered since its start; absent if that is not measured
   *     or it does not serve
   * @param openConnections its open connections; absent if it does not serve
   * @param ageMillis how old its figures are; absent if it does not serve. Usually milliseconds;
   *     more if it does not answer
   */
  public record ProcessInfo(
      int process,
      @Nullable Long pid,
      String state,
      long starts,
      @Nullable Long requests,
      @Nullable Long openConnections,
      @Nullable Long ageMillis) {

    /** Whether it accepts requests, or finishes those that it has. */
    boolean serves() {
      return ageMillis != null;
    }
  }
}
