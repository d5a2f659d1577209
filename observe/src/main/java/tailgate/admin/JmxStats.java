package tailgate.admin;

import java.lang.management.ManagementFactory;
import javax.management.JMException;
import javax.management.ObjectName;
import javax.management.StandardMBean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * The statistics of a server in JMX, as the MXBean {@value #NAME}. Its attribute {@code Stats} is
 * one snapshot, mapped from the record to composite data (JDK-8264124). If several servers run in
 * one process, the first one has the name.
 *
 * <p>Thread-safe.
 */
final class JmxStats implements AutoCloseable {

  static final String NAME = "tailgate:type=Server";

  private static final Logger LOG = SafeLogger.of(JmxStats.class);

  /** What a JMX client sees. Public because JMX requires it. */
  @FunctionalInterface
  public interface StatsMXBean {

    /** The statistics at the time of the call, as {@code /stats} has them. */
    Stats getStats();
  }

  private final StatsSource source;

  /** Guarded by this. Null before it is registered, and after it is closed. */
  private @Nullable ObjectName registered;

  /** Guarded by this. */
  private boolean closed;

  JmxStats(StatsSource source) {
    this.source = source;
  }

  /** Loads JMX, which takes time. Does nothing after {@link #close}. */
  synchronized void register() {
    if (closed) {
      return;
    }
    try {
      ObjectName name = ObjectName.getInstance(NAME);
      StatsMXBean bean = source::stats;
      ManagementFactory.getPlatformMBeanServer()
          .registerMBean(new StandardMBean(bean, StatsMXBean.class, true), name);
      registered = name;
    } catch (JMException e) {
      LOG.debug("cannot register {}", NAME, e);
    }
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (registered == null) {
      return;
    }
    try {
      ManagementFactory.getPlatformMBeanServer().unregisterMBean(registered);
    } catch (JMException e) {
      LOG.debug("cannot unregister {}", NAME, e);
    }
    registered = null;
  }
}
