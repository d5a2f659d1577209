package tailgate.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import tailgate.admin.Management;
import tailgate.metrics.RequestMetrics;
import tailgate.server.observe.Observation;

/** Options for metrics and the admin port. */
final class AdminOptions {

  private static final int PORT_OFFSET = 1000;
  private static final int MAX_PORT = 65_535;

  @Option(
      names = "--admin",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Serve a live page, /metrics, /stats, /health/live, /health/ready and /threads on a"
              + " separate port, for this machine only. (on)")
  boolean admin = true;

  @Option(
      names = "--admin-port",
      paramLabel = "PORT",
      description =
          "Port for --admin; 0 takes any free one. (--port plus 1000; any free one if that is not a"
              + " valid port)")
  @Nullable Integer port;

  @Option(
      names = "--metrics",
      negatable = true,
      defaultValue = "true",
      fallbackValue = "true",
      description = "Count and measure every request. (on)")
  boolean metrics = true;

  @Option(
      names = "--drain-delay",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "At the end, how long to serve as before while /health/ready already answers 503, so that"
              + " load balancers notice. (${DEFAULT-VALUE})")
  Duration drainDelay = Duration.ZERO;

  /** Refuses contradictory options. */
  void check() {
    if (port == null) {
      return;
    }
    if (!admin) {
      throw new IllegalArgumentException("--admin-port cannot be used with --no-admin");
    }
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalArgumentException("the admin port must be 0 to 65535, not " + port);
    }
  }

  /** New request metrics; null if requests are not measured. */
  @Nullable RequestMetrics requestMetrics() {
    return metrics ? new RequestMetrics(System::nanoTime) : null;
  }

  static Observation observation(@Nullable RequestMetrics metrics) {
    return metrics == null ? Observation.NONE : Observation.of(System::nanoTime, metrics);
  }

  /**
   * Binds the admin port of a server, if it has one.
   *
   * @param number as {@link #port} says
   * @param allowedHosts hosts that may be requested on the admin port too
   * @throws StartupException if the admin port cannot be bound
   */
  void listen(Management management, int number, Predicate<String> allowedHosts) {
    if (!admin) {
      return;
    }
    try {
      management.listen(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), number), allowedHosts);
    } catch (IOException e) {
      throw StartupException.cannotListen("admin port " + number, "--admin-port", e);
    }
  }

  /** Starts the work in the background, after {@link #listen}. */
  void start(Management management) {
    if (admin || metrics) {
      management.start();
    }
  }

  /**
   * The number of the admin port.
   *
   * @param serverPort the port that the user requested, possibly 0
   * @param before the admin port of the server that is replaced
   * @return 0 for any free one
   */
  int port(int serverPort, OptionalInt before) {
    int requested = requested(serverPort);
    return requested == 0 ? before.orElse(0) : requested;
  }

  private int requested(int serverPort) {
    if (port != null) {
      return port;
    }
    return serverPort == 0 || serverPort + PORT_OFFSET > MAX_PORT ? 0 : serverPort + PORT_OFFSET;
  }
}
