package tailgate.admin;

import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The server behind the admin port: the JDK's, on a few platform threads of its own, so that it
 * answers while every worker of the stage is stuck, and every carrier of virtual threads with them.
 *
 * <p>It is not Tailgate's own core, which knows neither streams without an end nor what it is to be
 * looked at by itself: a fault of the core should not hide its own traces.
 *
 * <p>{@link #close} may be called from any thread; the rest belongs to the one that starts it.
 */
final class AdminServer implements AutoCloseable {

  /** More than one browser and one scraper need, besides those that watch. */
  private static final int THREADS = 8 + EventStream.MAX_CLIENTS;

  private static final int IDLE_SECONDS = 30;

  /**
   * How the JDK's server is told within how many seconds a request has to be there; else some that
   * never come would hold all threads. It looks once, when it is first used.
   */
  private static final String REQUEST_SECONDS = "sun.net.httpserver.maxReqTime";

  private final HttpServer server;
  private final ThreadPoolExecutor threads;

  /**
   * Binds the port; it answers from {@link #start} on.
   *
   * @throws IOException if the port cannot be had; nothing is left behind then
   */
  AdminServer(InetSocketAddress address, Map<String, HttpHandler> pages, ThreadWatchdog watchdog)
      throws IOException {
    if (System.getProperty(REQUEST_SECONDS) == null) {
      System.setProperty(REQUEST_SECONDS, "10");
    }
    this.server = HttpServer.create(address, 0);
    this.threads =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            IDLE_SECONDS,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(),
            Thread.ofPlatform().daemon().name("tailgate-admin-", 1).factory());
    threads.allowCoreThreadTimeOut(true);
    server.setExecutor(threads);
    server.createContext("/", new Router(new AccessCheck(address.getAddress()), watchdog, pages));
  }

  void start() {
    server.start();
  }

  InetSocketAddress address() {
    return server.getAddress();
  }

  /** Frees the port at once and interrupts whoever still answers. */
  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
