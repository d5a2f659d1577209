package tailgate.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import tailgate.http.Limits;
import tailgate.server.connection.Timeouts;
import tailgate.server.stage.OverloadPolicy;

/**
 * How a server listens and what it allows, whatever its stage.
 *
 * @param address the address on which it listens; port 0 takes any free one
 * @param backlog connections that the kernel keeps waiting, at least 1
 * @param maxConnections connections open at a time, at least 1
 * @param overload what happens to a connection beyond that
 * @param stopGrace how long a stopping server goes on to serve clients that are active, so that
 *     they hear of it; zero ends their connections at once
 */
public record ServerConfig(
    InetSocketAddress address,
    int backlog,
    int maxConnections,
    OverloadPolicy overload,
    Timeouts timeouts,
    Limits limits,
    Duration stopGrace) {

  /** Enough for a client with keep-alive that sends a request each second. */
  public static final Duration DEFAULT_STOP_GRACE = Duration.ofSeconds(1);

  /** Refuses numbers below 1, and a negative grace. */
  public ServerConfig {
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
