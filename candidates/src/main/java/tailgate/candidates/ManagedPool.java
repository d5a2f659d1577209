package tailgate.candidates;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/**
 * Publishes at {@code /stats} what a pool of this process says of itself by JMX, with the names
 * that it has in the statistics of a stage. A server without such a pool has the number of its
 * requests alone.
 */
final class ManagedPool {

  /**
   * A kind of pool.
   *
   * @param beans a pattern for the name of its MBean
   * @param attributes of the MBean, by the names at a stage
   */
  private record Kind(String beans, Map<String, String> attributes) {}

  /** The first kind of which there is a pool counts: connections are fewer than threads. */
  private static final List<Kind> KINDS =
      List.of(
          new Kind(
              "com.zaxxer.hikari:type=Pool (*)",
              Map.of(
                  "workers", "TotalConnections",
                  "max", "TotalConnections",
                  "busy", "ActiveConnections",
                  "queued", "ThreadsAwaitingConnection")),
          new Kind(
              "*:type=ThreadPool,name=*", // Tomcat
              Map.of(
                  "workers", "currentThreadCount",
                  "max", "maxThreads",
                  "busy", "currentThreadsBusy")),
          new Kind(
              "org.eclipse.jetty.util.thread:type=queuedthreadpool,*",
              Map.of(
                  "workers", "threads",
                  "max", "maxThreads",
                  "busy", "busyThreads",
                  "queued", "queueSize")));

  private ManagedPool() {}

  /** Publishes the statistics, with this number of requests. */
  static void publish(int port, LongSupplier requests) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress(CandidateServer.HOST, port), 0);
    server.createContext(
        "/stats",
        exchange -> {
          try (exchange) {
            byte[] body = json(requests.getAsLong()).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
          }
        });
    server.start();
  }

  private static String json(long requests) {
    StringJoiner pool = new StringJoiner(",", "{", "}");
    pool().forEach((name, value) -> pool.add("\"" + name + "\":" + value));
    return String.format(Locale.ROOT, "{\"requests\":{\"total\":%d},\"pool\":%s}", requests, pool);
  }

  private static Map<String, Long> pool() {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    try {
      for (Kind kind : KINDS) {
        Set<ObjectName> found = beans.queryNames(new ObjectName(kind.beans), null);
        if (!found.isEmpty()) {
          return figures(beans, found.iterator().next(), kind.attributes);
        }
      }
    } catch (JMException e) {
      // it has stopped meanwhile
    }
    return Map.of();
  }

  /** Returns the figures; none if one is negative, as those of Tomcat without a pool are. */
  private static Map<String, Long> figures(
      MBeanServer beans, ObjectName bean, Map<String, String> attributes) throws JMException {
    Map<String, Long> figures = new TreeMap<>();
    for (Map.Entry<String, String> attribute : attributes.entrySet()) {
      Object value = beans.getAttribute(bean, attribute.getValue());
      figures.put(attribute.getKey(), ((Number) value).longValue());
    }
    return figures.values().stream().anyMatch(value -> value < 0) ? Map.of() : figures;
  }
}
