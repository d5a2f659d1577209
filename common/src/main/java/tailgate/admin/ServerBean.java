package tailgate.admin;

import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Reads each attribute afresh. Thread-safe. */
record ServerBean(StatsCollector source) implements ServerMXBean {

  private static final long MICRO = 1000;

  @Override
  public String getState() {
    return source.stats().state();
  }

  @Override
  public String getStage() {
    return source.stats().stage().name();
  }

  @Override
  public double getUptimeSeconds() {
    return source.stats().uptimeSeconds();
  }

  @Override
  public long getRequests() {
    return request(Stats.Requests::total);
  }

  @Override
  public long getServerErrors() {
    return request(requests -> requests.byClass().get("5xx"));
  }

  @Override
  public long getRequestsInFlight() {
    return request(Stats.Requests::inFlight);
  }

  @Override
  public long getMedianMicros() {
    return micros(requests -> requests.latencyNanos().total().lastMinute().p50());
  }

  @Override
  public long getP99Micros() {
    return micros(requests -> requests.latencyNanos().total().lastMinute().p99());
  }

  @Override
  public long getQueueWaitP99Micros() {
    return micros(requests -> requests.latencyNanos().queueWait().lastMinute().p99());
  }

  @Override
  public long getConnectionsOpen() {
    return source.stats().connections().open();
  }

  @Override
  public long getConnectionsAccepted() {
    return source.stats().connections().accepted();
  }

  @Override
  public long getRejections() {
    return sum(source.stats().rejections());
  }

  @Override
  public long getTimeouts() {
    return sum(source.stats().timeouts());
  }

  @Override
  public long getBytesReceived() {
    return source.stats().bytes().received();
  }

  @Override
  public long getBytesSent() {
    return source.stats().bytes().sent();
  }

  private long micros(Function<Stats.Requests, @Nullable Long> what) {
    return request(what) / MICRO;
  }

  private long request(Function<Stats.Requests, @Nullable Long> what) {
    Stats.Requests requests = source.stats().requests();
    Long value = requests == null ? null : what.apply(requests);
    return value == null ? 0 : value;
  }

  private static long sum(Map<String, Long> counts) {
    return counts.values().stream().mapToLong(Long::longValue).sum();
  }
}
