package tailgate.server;

import java.net.InetSocketAddress;
import java.time.Duration;
import tailgate.server.connection.ConnectionSettings;
import tailgate.server.stage.OverloadPolicy;

/**
 * How a server listens and what it allows, whatever its stage.
 *
 * @param address the address on which it listens; port 0 takes any free one
 * @param backlog connections that the kernel keeps waiting, at least 1
 * @param connections what connections may take; the memory for requests is at least {@link
 *     #LEAST_REQUEST_MEMORY}
 * @param overload what happens to a connection that is one too many
 * @param stopGrace how long a stopping server goes on to serve clients that are active, so that
 *     they hear of it; zero ends their connections at once
 */
public record ServerConfig(
    InetSocketAddress address,
    int backlog,
    ConnectionSettings connections,
    OverloadPolicy overload,
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
    if (connections.maxPerClient() < 0) {
      throw new IllegalArgumentException(
          "the cap on connections of a client must not be negative, but is "
              + connections.maxPerClient());
    }
    if (connections.requestMemory() < LEAST_REQUEST_MEMORY) {
      throw new IllegalArgumentException(
          "the memory for requests must be at least "
              + LEAST_REQUEST_MEMORY
              + " bytes, not "
              + connections.requestMemory());
    }
    if (stopGrace.isNegative()) {
      throw new IllegalArgumentException("the grace must not be negative, but is " + stopGrace);
    }
    if (backlog < 1) {
      throw new IllegalArgumentException("the backlog must be at least 1, not " + backlog);
    }
    if (connections.max() < 1) {
      throw new IllegalArgumentException(
          "the cap on connections must be at least 1, not " + connections.max());
    }
  }
}
