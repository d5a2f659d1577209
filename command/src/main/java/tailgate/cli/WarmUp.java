package tailgate.cli;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.log.SafeLogger;
import tailgate.server.Server;
import tailgate.server.ServerConfig;
import tailgate.server.observe.Observation;
import tailgate.server.stage.Stage;

/**
 * Makes the JVM compile the code that serves requests, before clients come. A server that replaces
 * another one gets the whole load at once. If its first requests were interpreted, all others would
 * wait for them.
 *
 * <p>The requests go to a server that is made for them, on a free port of the loopback interface,
 * with a stage of the same kind. So they are not counted or logged, and a handler of the user does
 * not see them.
 *
 * <p>Confined to the thread that starts the server.
 */
final class WarmUp {

  /** docs/results/restarts has figures for 1,000 and 3,000 too. */
  static final int REQUESTS = 2_000;

  /** Each carries several requests, if the stage keeps connections. */
  static final int CONNECTIONS = 100;

  /**
   * How long it may take; then it ends, however many requests were sent. Meanwhile the predecessor
   * serves, but shares the processors.
   */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private static final Duration TIMEOUT = Duration.ofSeconds(1);

  private static final List<byte[]> KINDS =
      List.of(
          SampleClient.request("GET", "/index.html", ""),
          SampleClient.request("GET", "/index.html", "Accept-Encoding: gzip\r\n"));

  private static final Logger LOG = SafeLogger.of(WarmUp.class);

  private final Supplier<Stage> stages;
  private final ServerConfig config;
  private final Supplier<Handler> handlers;

  /**
   * Sends nothing yet.
   *
   * @param stages makes one of the same kind as the server's; its executor is stopped in the end
   * @param like the server, whose limits and timeouts are used here too
   * @param handlers makes one without side effects
   */
  WarmUp(Supplier<Stage> stages, ServerConfig like, Supplier<Handler> handlers) {
    this.stages = stages;
    this.handlers = handlers;
    this.config =
        new ServerConfig(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            like.backlog(),
            like.connections().withoutLimitPerClient(),
            like.overload(),
            Duration.ZERO);
  }

  /** Sends the requests. A failure is logged and does not prevent the start. */
  void run() throws InterruptedException {
    try {
      Handler handler = handlers.get();
      Stage stage = stages.get();
      try {
        serve(stage, handler);
      } finally {
        stage.executor().stop();
      }
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      LOG.info("starts without a full warm-up: {}", e.toString());
    }
  }

  private void serve(Stage stage, Handler handler) throws IOException, InterruptedException {
    Server server = new Server(stage, config, handler, ErrorPages.BUILT_IN, Observation.NONE);
    server.start();
    try {
      ask(server.address(), stage);
    } finally {
      server.stop(LONGEST);
    }
  }

  private static void ask(InetSocketAddress server, Stage stage) throws IOException {
    long begin = System.nanoTime();
    int each = stage.keepAlive() ? REQUESTS / CONNECTIONS : 1;
    for (int i = 0; i < CONNECTIONS && isEarly(begin); i++) {
      try (var client = new SampleClient(server, TIMEOUT)) {
        for (int j = 0; j < each && isEarly(begin); j++) {
          client.ask(KINDS.get((i + j) % KINDS.size()));
        }
      }
    }
  }

  private static boolean isEarly(long beginNanos) {
    return System.nanoTime() - beginNanos < LONGEST.toNanos();
  }
}
