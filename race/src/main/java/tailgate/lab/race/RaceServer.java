package tailgate.lab.race;

import static tailgate.lab.load.Text.format;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import tailgate.admin.AccessCheck;
import tailgate.lab.machine.Ports;

/**
 * Serves the page, on the loopback address, with the access rules of the admin port. It is the
 * JDK's server, with platform threads: one for each page that watches, and a few for the rest.
 */
final class RaceServer implements AutoCloseable {

  private static final int OTHERS = 8;
  private static final int IDLE_SECONDS = 30;

  /** The JDK limits how many seconds a request may take to arrive, and reads this once. */
  private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

  private final HttpServer server;
  private final ThreadPoolExecutor threads;
  private final AccessCheck access;
  private final Api api;
  private final FrameStream stream;

  /**
   * Listens, and answers at once.
   *
   * @param port the port of the page, 0 for any
   * @throws IOException if the port cannot be bound
   */
  RaceServer(int port, Api api, FrameStream stream) throws IOException {
    this.api = api;
    this.stream = stream;
    if (System.getProperty(REQUEST_SECONDS) == null) {
      System.setProperty(REQUEST_SECONDS, "10");
    }
    InetAddress host = InetAddress.getByAddress(new byte[] {127, 0, 0, 1}); // as Ports.HOST
    access = new AccessCheck(host, name -> false);
    server = HttpServer.create(new InetSocketAddress(host, port), 0);
    int most = FrameStream.MOST_PAGES + OTHERS;
    threads =
        new ThreadPoolExecutor(
            most,
            most,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("race-page-", 1).factory());
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  URI address() {
    return URI.create(format("http://%s:%d/", Ports.HOST, server.getAddress().getPort()));
  }

  private void handle(HttpExchange exchange) throws IOException {
    try (exchange) {
      AccessCheck.protect(exchange.getResponseHeaders());
      exchange.getResponseHeaders().set("Cache-Control", "no-store");
      String path = exchange.getRequestURI().getPath();
      String method = exchange.getRequestMethod();
      if (!access.allows(exchange.getRequestURI(), exchange.getRequestHeaders())) {
        Replies.error(exchange, 403, "only for requests to localhost, and not from other sites");
      } else if (method.equals("POST")) {
        api.post(exchange, path);
      } else if (!method.equals("GET")) {
        Replies.error(exchange, 405, "GET and POST only");
      } else if (path.equals(Api.FRAMES)) {
        if (!stream.handle(exchange)) {
          Replies.error(exchange, 503, FrameStream.MOST_PAGES + " pages are connected already");
        }
      } else {
        api.get(exchange, path);
      }
    }
  }

  /** Closes the port at once and interrupts all threads that still answer. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
