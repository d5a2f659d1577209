package tailgate.admin;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import javax.management.JMException;
import javax.management.ObjectName;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The beans of one server. The first of several in a process has the names. Each attribute is read
 * afresh, so two of them may be of two moments.
 *
 * <p>Thread-safe.
 */
final class JmxBeans implements AutoCloseable {

  private static final Logger LOG = LoggerFactory.getLogger(JmxBeans.class);
  private static final long MICRO = 1000;

  private final StatsSource source;

  /** Guarded by this. */
  private final List<ObjectName> registered = new ArrayList<>();

  /** Guarded by this. */
  private boolean closed;

  JmxBeans(StatsSource source) {
    this.source = source;
  }

  /** Loads JMX, which takes its time. */
  synchronized void register() {
    if (!closed) {
      register("tailgate:type=Server", new ServerBean(source));
      register("tailgate:type=Pool", new PoolBean(source));
    }
  }

  private void register(String name, Object bean) {
    try {
      ObjectName objectName = ObjectName.getInstance(name);
      ManagementFactory.getPlatformMBeanServer().registerMBean(bean, objectName);
      registered.add(objectName);
    } catch (JMException e) {
      LOG.debug("cannot register {}", name, e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    for (ObjectName name : registered) {
      try {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(name);
      } catch (JMException e) {
        LOG.debug("cannot unregister {}", name, e);
      }
    }
    registered.clear();
  }

  private record ServerBean(StatsSource source) implements ServerMXBean {

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

  private record PoolBean(StatsSource source) implements PoolMXBean {

    @Override
    public @Nullable Integer getWorkers() {
      return pool().workers();
    }

    @Override
    public @Nullable Integer getBusy() {
      return pool().busy();
    }

    @Override
    public @Nullable Integer getMin() {
      return pool().min();
    }

    @Override
    public @Nullable Integer getMax() {
      return pool().max();
    }

    @Override
    public @Nullable Integer getQueued() {
      return pool().queued();
    }

    @Override
    public @Nullable Integer getCapacity() {
      return pool().capacity();
    }

    @Override
    public @Nullable Long getGrown() {
      return resizes(Stats.Resizes::grown);
    }

    @Override
    public @Nullable Long getShrunk() {
      return resizes(Stats.Resizes::shrunk);
    }

    @Override
    public @Nullable String getLastReason() {
      return resizes(all -> all.recent().isEmpty() ? null : all.recent().getLast().reason());
    }

    private Stats.Pool pool() {
      return source.stats().pool();
    }

    private <T> @Nullable T resizes(Function<Stats.Resizes, @Nullable T> what) {
      Stats.Resizes resizes = pool().resizes();
      return resizes == null ? null : what.apply(resizes);
    }
  }
}
