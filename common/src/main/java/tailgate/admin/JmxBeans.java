package tailgate.admin;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import javax.management.JMException;
import javax.management.ObjectName;
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

  private final StatsCollector source;

  /** Guarded by this. */
  private final List<ObjectName> registered = new ArrayList<>();

  /** Guarded by this. */
  private boolean closed;

  JmxBeans(StatsCollector source) {
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
}
