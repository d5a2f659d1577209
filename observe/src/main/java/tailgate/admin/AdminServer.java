package tailgate.admin;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.concurrent.ThreadPoolExecutor;

/**
 * The HTTP server of the admin port. It is the JDK's server, with platform threads of its own. So
 * it still answers when all workers of the stage, or all carriers of virtual threads, are blocked.
 * And a fault in Tailgate's own core cannot hide the figures that show it.
 *
 * <p>{@link #close} may be called from any thread; all else belongs to the thread that starts it.
 */
final class AdminServer implements AutoCloseable {

  /** How many pages are answered at a time: enough for several browsers and scrapers. */
  static final int MAX_PAGES = 32;

  /**
   * The threads that neither pages nor event streams can hold. They answer health checks, and wait
   * for the rest of heads that are half sent.
   */
  private static final int SPARE_THREADS = 16;

  /** Most of them are started when they are needed, and end when they are idle. */
  private static final int THREADS = MAX_PAGES + EventStream.MAX_CLIENTS + SPARE_THREADS;

  /**
   * The system property that limits how many seconds a request may take to arrive. Without it, a
   * few slow clients would hold all threads. The JDK reads it once, when its server is first used.
   */
  private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

  /**
   * The system property that limits its open connections, each with a descriptor of the process.
   */
  private static final String CONNECTIONS = "jdk.httpserver.maxConnections";

  private final HttpServer server;
  private final ThreadPoolExecutor threads;

  /**
   * Binds the port. The server answers after {@link #start}.
   *
   * @throws IOException if the port cannot be bound; no resources are held then
   */
  AdminServer(InetSocketAddress address, Router router) throws IOException {
    setUnlessGiven(REQUEST_SECONDS, "10");
    setUnlessGiven(CONNECTIONS, Integer.toString(2 * THREADS));
    this.server = HttpServer.create(address, 0);
    this.threads = AdminThreads.atMost(THREADS);
    server.setExecutor(threads);
    server.createContext("/", router);
  }

  private static void setUnlessGiven(String property, String value) {
    if (System.getProperty(property) == null) {
      System.setProperty(property, value);
    }
  }

  void start() {
    threads.prestartAllCoreThreads();
    server.start();
  }

  /** Whether requests wait for a thread. */
  boolean isCrowded() {
    return !threads.getQueue().isEmpty();
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  /** Closes the port at once and interrupts all threads that still answer. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
