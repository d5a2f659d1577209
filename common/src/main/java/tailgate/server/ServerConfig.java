package tailgate.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import tailgate.http.Limits;
import tailgate.server.connection.DescriptorBudget;
import tailgate.server.connection.Timeouts;
import tailgate.server.stage.OverloadPolicy;

/**
 * How a server listens and what it allows, whatever its stage.
 *
 * @param address the address on which it listens; port 0 takes any free one
 * @param backlog connections that the kernel keeps waiting, at least 1
 * @param maxConnections connections open at a time, at least 1
 * @param descriptors what the process may open; if they are short, fewer connections are open
 * @param maxConnectionsPerClient connections of one client address, or 0 for no such limit
 * @param overload what happens to a connection beyond that
 * @param requestMemory bytes that all unfinished requests together may hold, at least {@link
 *     #LEAST_REQUEST_MEMORY}
 * @param stopGrace how long a stopping server goes on to serve clients that are active, so that
 *     they hear of it; zero ends their connections at once
 */
public record ServerConfig(
    InetSocketAddress address,
    int backlog,
    int maxConnections,
    DescriptorBudget descriptors,
    int maxConnectionsPerClient,
    OverloadPolicy overload,
    Timeouts timeouts,
    Limits limits,
    long requestMemory,
    Duration stopGrace) {

  /** Enough for a client with keep-alive that sends a request each second. */
  public static final Duration DEFAULT_STOP_GRACE = Duration.ofSeconds(1);

  /** Enough for a few of the largest requests, so that not each of them is refused. */
  public static final long LEAST_REQUEST_MEMORY = 1 << 20;

  /** A quarter of what the heap can become. */
  public static long defaultRequestMemory() {
    return Math.max(LEAST_REQUEST_MEMORY, Runtime.getRuntime().maxMemory() / 4);
  }

  /** Refuses numbers below the least, and a negative grace. */
  public ServerConfig {
    if (maxConnectionsPerClient < 0) {
      throw new IllegalArgumentException(
          "the cap on connections of a client must not be negative, but is "
              + maxConnectionsPerClient);
    }
    if (requestMemory < LEAST_REQUEST_MEMORY) {
      throw new IllegalArgumentException(
          "the memory for requests must be at least "
              + LEAST_REQUEST_MEMORY
              + " bytes, not "
              + requestMemory);
    }
    if (stopGrace.isNegative()) {
      throw new IllegalArgumentException("the grace must not be negative, but is " + stopGrace);
    }
    if (backlog < 1) {
      throw new IllegalArgumentException("the backlog must be at least 1, not " + backlog);
    }
    if (maxConnections < 1) {
      throw new IllegalArgumentException(
          "the cap on connections must be at least 1, not " + maxConnections);
    }
  }
}
