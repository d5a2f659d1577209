package tailgate.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.server.buffer.RequestMemory;
import tailgate.server.connection.CapState;
import tailgate.server.connection.Connections;
import tailgate.server.listen.Listeners;
import tailgate.server.listen.SharedSocket;
import tailgate.server.observe.Observation;
import tailgate.server.observe.ServerCounters;
import tailgate.server.stage.Stage;

/**
 * A running server: a stage, a handler, and everything between them and the port.
 *
 * <pre>
 *   new: bound, clients wait
 *     | start
 *   serving
 *     | leavePort: another process accepts; only with an inherited socket, and only then
 *     | announceStop: each response says Connection: close, so active clients leave
 *   announced
 *     | stop: nobody has been active for the grace, or it has passed; then the port is closed
 *   draining: idle connections are ended, responses are finished
 *     | the last connection is closed, or the drain timeout has passed: forced
 *   stopped
 * </pre>
 *
 * <p>{@link #start} and {@link #stop} belong to one thread; the rest is thread-safe. Tests:
 * ServerTest.
 */
public final class Server {

  /** How long the owners of connections may take to notice that their sockets were shut down. */
  private static final Duration FORCED = Duration.ofSeconds(2);

  /** How long no active client must have connected before the port is closed. */
  private static final Duration QUIET = Duration.ofMillis(30);

  /** How long a thread that accepts may be occupied before it takes note that it has to leave. */
  private static final Duration LEAVING = Duration.ofSeconds(1);

  private static final Duration GRACE_STEP = Duration.ofMillis(10);

  private enum State {
    NEW,
    STARTED,
    STOPPED
  }

  private final Stage stage;
  private final Connections connections;
  private final Listeners listeners;
  private final LongSupplier nanoClock;
  private final Duration stopGrace;

  /** When the stop was announced; 0 before. Volatile: written by the threads that stop it. */
  private volatile long announcedNanos;

  /** Confined to the thread that starts and stops. */
  private State state = State.NEW;

  /**
   * Binds the port; clients wait in the backlog until {@link #start}.
   *
   * @param errorPages for the handler's errors and for the server's own, except the 503 of a
   *     rejected connection: it is sent without a worker, and to find a page may block
   * @param observation which observers are notified of requests
   * @throws IOException if the port cannot be bound; the caller still owns the stage's executor
   *     then
   */
  public Server(
      Stage stage,
      ServerConfig config,
      Handler handler,
      ErrorPages errorPages,
      Observation observation)
      throws IOException {
    this(stage, config, null, handler, errorPages, observation);
  }

  /**
   * Binds the port, or takes a socket that listens already; clients wait until {@link #start}.
   *
   * @param inherited the socket; null to bind the address of {@code config}
   */
  public Server(
      Stage stage,
      ServerConfig config,
      @Nullable SharedSocket inherited,
      Handler handler,
      ErrorPages errorPages,
      Observation observation)
      throws IOException {
    this(
        stage,
        config,
        inherited,
        handler,
        errorPages,
        observation,
        InstantSource.system(),
        System::nanoTime);
  }

  Server(
      Stage stage,
      ServerConfig config,
      @Nullable SharedSocket inherited,
      Handler handler,
      ErrorPages errorPages,
      Observation observation,
      InstantSource clock,
      LongSupplier nanoClock)
      throws IOException {
    this.stage = stage;
    this.nanoClock = nanoClock;
    this.stopGrace = config.stopGrace();
    this.connections =
        new Connections(
            config.connections(),
            stage.keepAlive(),
            stage.admission(),
            handler,
            errorPages,
            observation,
            clock,
            nanoClock);
    try {
      this.listeners =
          new Listeners(
              stage, inherited, config.address(), config.backlog(), config.overload(), connections);
    } catch (Throwable t) {
      connections.close();
      throw t;
    }
  }

  /**
   * Begins to serve.
   *
   * @throws IllegalStateException if it was started or stopped before
   * @throws OutOfMemoryError if a thread cannot be started; the server is stopped then
   */
  public void start() {
    if (state != State.NEW) {
      throw new IllegalStateException("cannot start: " + state);
    }
    state = State.STARTED;
    try {
      connections.start(listeners::retry);
      listeners.start();
    } catch (Throwable t) {
      stopAfter(t);
      throw t;
    }
  }

  private void stopAfter(Throwable failure) {
    try {
      stop(Duration.ZERO);
    } catch (InterruptedException e) {
      failure.addSuppressed(e);
      Thread.currentThread().interrupt();
    }
  }

  /** The address on which it listens, with the port that was bound. */
  public InetSocketAddress address() {
    return listeners.address();
  }

  /** Returns the number of connections that are open now. */
  public int openConnections() {
    return connections.size();
  }

  /**
   * Returns the number of connections that were closed. {@code accepted = open + closed + rejected
   * at the cap}, except those that are being accepted at the moment.
   */
  public long closedConnections() {
    return connections.closed();
  }

  /** Whether the cap on connections is reached. */
  public CapState cap() {
    return connections.cap();
  }

  /** The memory that unfinished requests hold. */
  public RequestMemory requestMemory() {
    return connections.memory();
  }

  /** Returns the stage that serves. */
  public Stage stage() {
    return stage;
  }

  /** Returns what was counted so far. */
  public ServerCounters counters() {
    return connections.counters();
  }

  /**
   * Has each response say that it is the last one of its connection. Clients are served as before;
   * those that are active learn that they should connect to another server. Thread-safe.
   */
  public void announceStop() {
    announcedNanos = announcedNanos == 0 ? nanoClock.getAsLong() | 1 : announcedNanos;
    connections.announceStop();
  }

  /**
   * Stops accepting at once, because another process accepts from the inherited socket. Who waits
   * in the backlog is left to it; open connections are served as before.
   *
   * @return whether this process no longer holds the socket; else it holds it until it ends
   * @throws IllegalStateException if the socket was not inherited
   */
  public boolean leavePort() throws InterruptedException {
    return listeners.leavePort(LEAVING);
  }

  /**
   * Loses no request: announces the stop, gives active clients the grace to hear of it, closes the
   * port after all who are connected were accepted, ends idle connections, and lets the others
   * finish their current response. Does nothing if it was never started, or was stopped before.
   *
   * @param drainTimeout how long all of this may take before what is still open is cut off
   * @return whether all finished in time
   */
  public boolean stop(Duration drainTimeout) throws InterruptedException {
    return stop(drainTimeout, () -> {});
  }

  /** Does something about the port, and may wait for it. */
  @FunctionalInterface
  public interface PortAction {
    void run() throws InterruptedException;
  }

  /**
   * Stops as {@link #stop(Duration)} does, with a last chance to {@link #leavePort}.
   *
   * @param beforeClose called when active clients have heard of the stop, or had the grace; the
   *     port is still open
   * @return whether all finished in time
   */
  public boolean stop(Duration drainTimeout, PortAction beforeClose) throws InterruptedException {
    boolean serving = state == State.STARTED;
    state = State.STOPPED;
    long end = System.nanoTime() + drainTimeout.toNanos();
    announceStop();
    Duration grace = stopGrace.compareTo(drainTimeout) < 0 ? stopGrace : drainTimeout;
    boolean active = serving && awaitGrace(grace);
    connections.endIdle(grace); // first: an idle client may hold the thread that accepts
    if (serving) {
      long before = System.nanoTime();
      beforeClose.run();
      end += System.nanoTime() - before; // others had that time, and not the clients
    }
    listeners.closePort(active ? QUIET : Duration.ZERO, until(end));
    boolean finished = connections.drain(until(end), FORCED);
    stage.executor().stop();
    listeners.stop();
    stage.executor().awaitEnd(FORCED);
    connections.stop(until(end));
    return finished;
  }

  /** Waits while clients are active, or the grace lasts; returns whether a client was active. */
  private boolean awaitGrace(Duration grace) throws InterruptedException {
    boolean active = false;
    while (connections.sinceLastActivity().compareTo(grace) < 0) {
      active = true;
      if (nanoClock.getAsLong() - announcedNanos >= grace.toNanos()) {
        break;
      }
      Thread.sleep(GRACE_STEP);
    }
    return active;
  }

  private static Duration until(long endNanos) {
    return Duration.ofNanos(Math.max(0, endNanos - System.nanoTime()));
  }
}
