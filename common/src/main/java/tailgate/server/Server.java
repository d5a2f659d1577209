package tailgate.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import tailgate.http.DateField;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.server.stage.Stage;

/**
 * A running server: a stage, a handler, and everything between them and the port.
 *
 * <pre>
 *   new: bound, clients wait --start--> serving --stop--> draining --last one gone--> stopped
 *                                                            |                           ^
 *                                                            +-- drain timeout: forced --+
 * </pre>
 *
 * <p>{@link #start} and {@link #stop} belong to one thread; the rest is thread-safe.
 */
public final class Server {

  /** How long closed connections may take to be noticed by those who served them. */
  private static final Duration FORCED = Duration.ofSeconds(2);

  private static final int RESPONSE_BUFFER = 16 << 10;

  private enum State {
    NEW,
    STARTED,
    STOPPED
  }

  private final Stage stage;
  private final Connections connections;
  private final LingeringClose lingeringClose;
  private final DeadlineSweeper sweeper;
  private final Listeners listeners;
  private final ServerCounters counters = new ServerCounters();
  private final HandlerErrorLog handlerErrorLog;

  /** Confined to the thread that starts and stops. */
  private State state = State.NEW;

  /**
   * Binds the port; clients wait in the backlog until {@link #start}.
   *
   * @param errorPages for errors of the handler as well as for the server's own, but for the 503 to
   *     a connection that nobody has time for. That one is sent without a worker, which may block,
   *     and so without a page.
   * @param observation who hears of requests
   * @throws IOException if the port cannot be had; the stage's executor stays the caller's then
   */
  public Server(
      Stage stage,
      ServerConfig config,
      Handler handler,
      ErrorPages errorPages,
      Observation observation)
      throws IOException {
    this(stage, config, handler, errorPages, observation, InstantSource.system(), System::nanoTime);
  }

  Server(
      Stage stage,
      ServerConfig config,
      Handler handler,
      ErrorPages errorPages,
      Observation observation,
      InstantSource clock,
      LongSupplier nanoClock)
      throws IOException {
    this.stage = stage;
    var limit = new ConnectionLimit(config.maxConnections());
    this.connections = new Connections(limit);
    var coarseClock = new CoarseClock(nanoClock);
    this.handlerErrorLog = new HandlerErrorLog(coarseClock);
    var date = new DateField(clock);
    this.lingeringClose = new LingeringClose(date, nanoClock);
    var context =
        new ConnectionContext(
            handler,
            errorPages,
            config.limits(),
            config.timeouts(),
            stage.keepAlive(),
            date,
            coarseClock,
            connections::draining,
            new BufferPool(RESPONSE_BUFFER),
            connections,
            lingeringClose,
            counters,
            handlerErrorLog,
            observation);
    try {
      this.listeners = new Listeners(stage, config, context);
    } catch (Throwable t) {
      lingeringClose.closeAll();
      throw t;
    }
    limit.onRelease(listeners::retry);
    this.sweeper = new DeadlineSweeper(coarseClock, connections, this::afterSweep);
  }

  private void afterSweep() {
    listeners.retry();
    handlerErrorLog.tell();
  }

  /**
   * Begins to serve.
   *
   * @throws IllegalStateException if it was started or stopped before
   * @throws OutOfMemoryError if there are no threads to be had; it is stopped then
   */
  public void start() {
    if (state != State.NEW) {
      throw new IllegalStateException("cannot start: " + state);
    }
    state = State.STARTED;
    try {
      lingeringClose.start();
      sweeper.start();
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

  /** Where it listens, with the port that it got. */
  public InetSocketAddress address() {
    return listeners.address();
  }

  /** Connections open now. */
  public int openConnections() {
    return connections.size();
  }

  /**
   * Connections that were closed: {@code accepted = open + closed + turned away at the cap}, but
   * for those that are being accepted at the moment.
   */
  public long closedConnections() {
    return connections.closed();
  }

  /** What serves. */
  public Stage stage() {
    return stage;
  }

  /** What has happened so far. */
  public ServerCounters counters() {
    return counters;
  }

  /**
   * Stops accepting, closes idle connections, and lets the others finish the response they are at.
   * To stop again, or what was never started, does no harm.
   *
   * @param drainTimeout how long they may take before they are cut off
   * @return whether all finished in time
   */
  public boolean stop(Duration drainTimeout) throws InterruptedException {
    state = State.STOPPED;
    long begin = System.nanoTime();
    boolean finished = drain(drainTimeout);
    stage.executor().shutdownNow();
    listeners.stop();
    stage.executor().awaitTermination(FORCED.toMillis(), TimeUnit.MILLISECONDS);
    sweeper.stop();
    handlerErrorLog.tellRest();
    connections.forEach(Connection::forceClose); // tasks that never ran, workers that are stuck
    lingeringClose.stop(drainTimeout.minusNanos(System.nanoTime() - begin));
    return finished;
  }

  private boolean drain(Duration timeout) throws InterruptedException {
    listeners.stopAccepting();
    connections.drain();
    connections.forEach(connection -> connection.deadline().endIdleWait());
    boolean finished = connections.awaitEmpty(timeout.toNanos());
    if (!finished) {
      connections.forEach(connection -> connection.deadline().force());
      connections.awaitEmpty(FORCED.toNanos());
    }
    return finished;
  }
}
