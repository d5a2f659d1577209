package tailgate.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
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
 * Has the JVM compile the code that serves requests, before clients come. A server that replaces
 * another one gets the whole load at once; if its first requests were interpreted, all others would
 * wait for them.
 *
 * <p>The requests go to a server that is made for them, on a free port of the loopback interface,
 * with a stage of the same kind. So they are in no counter and in no log, and no handler of the
 * user's sees them.
 *
 * <p>Confined to the thread that starts the server.
 */
final class WarmUp {

  /** docs/results/restarts has figures for half as many, and for half as many again. */
  static final int REQUESTS = 2_000;

  /** The others are sent on kept connections, if the stage has those. */
  static final int CONNECTIONS = 100;

  /** Then it ends, however many were sent: the server before this one serves, but ever slower. */
  private static final Duration LONGEST = Duration.ofSeconds(1);

  private static final int TIMEOUT_MILLIS = 1_000;
  private static final int BUFFER = 16 << 10;

  private static final List<byte[]> KINDS = List.of(request(""), request("Accept-Encoding: gzip"));

  private static final Logger LOG = SafeLogger.of(WarmUp.class);

  private final Supplier<Stage> stages;
  private final ServerConfig config;
  private final Supplier<Handler> handlers;

  /**
   * Sends nothing yet.
   *
   * @param stages makes one of the same kind as the server's; its executor is shut down in the end
   * @param like its limits and times are taken
   * @param handlers makes one without side effects
   */
  WarmUp(Supplier<Stage> stages, ServerConfig like, Supplier<Handler> handlers) {
    this.stages = stages;
    this.handlers = handlers;
    this.config =
        new ServerConfig(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            like.backlog(),
            like.maxConnections(),
            0,
            like.overload(),
            like.timeouts(),
            like.limits(),
            like.requestMemory(),
            Duration.ZERO);
  }

  private static byte[] request(String field) {
    String lines = field.isEmpty() ? "" : field + "\r\n";
    return ("GET /index.html HTTP/1.1\r\nHost: localhost\r\n" + lines + "\r\n")
        .getBytes(ISO_8859_1);
  }

  /** Sends the requests. What fails here is logged, and is no reason not to start. */
  void run() throws InterruptedException {
    try {
      Handler handler = handlers.get();
      Stage stage = stages.get();
      try {
        serve(stage, handler);
      } finally {
        stage.executor().shutdownNow();
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
      try (Socket socket = new Socket()) {
        socket.setTcpNoDelay(true);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.connect(server, TIMEOUT_MILLIS);
        InputStream in = new BufferedInputStream(socket.getInputStream(), BUFFER);
        for (int j = 0; j < each && isEarly(begin); j++) {
          socket.getOutputStream().write(KINDS.get((i + j) % KINDS.size()));
          skipResponse(in);
        }
      }
    }
  }

  private static boolean isEarly(long beginNanos) {
    return System.nanoTime() - beginNanos < LONGEST.toNanos();
  }

  private static void skipResponse(InputStream in) throws IOException {
    long length = 0;
    for (String line = line(in); !line.isEmpty(); line = line(in)) {
      String field = line.toLowerCase(Locale.ROOT);
      if (field.startsWith("content-length:")) {
        length = Long.parseLong(field.substring(field.indexOf(':') + 1).strip());
      }
    }
    in.skipNBytes(length);
  }

  private static String line(InputStream in) throws IOException {
    var line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("the response has ended early");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }
}
