package tailgate.server.connection;

import java.io.IOException;
import java.net.InetAddress;
import java.net.StandardSocketOptions;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.http.DateField;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;
import tailgate.log.SafeLogger;
import tailgate.queue.DisciplinedSemaphore;
import tailgate.server.buffer.BufferPool;
import tailgate.server.buffer.ReadBuffer;
import tailgate.server.buffer.RequestMemory;
import tailgate.server.observe.Observation;
import tailgate.server.observe.RequestTiming;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.Overload;

/**
 * All open connections of a server, each with its permit, and what they share. The entry point of
 * this package: it admits or rejects accepted channels, and closes connections when the server
 * stops.
 *
 * <pre>
 *   permit --> accepted channel --admit--> open --end--> permit back
 *                         \--reject (there was no permit): 503
 * </pre>
 *
 * <p>{@code permits taken = connections open + connections being accepted}, until {@link #drain}
 * has taken them all. Thread-safe; the life cycle ({@link #start}, {@link #drain}, {@link #stop})
 * belongs to one thread.
 */
public final class Connections implements AutoCloseable {

  private static final Logger LOG = SafeLogger.of(Connections.class);
  private static final int RESPONSE_BUFFER = 16 << 10;

  final Set<Connection> open = ConcurrentHashMap.newKeySet();
  private final LongAdder closed = new LongAdder();
  final ConnectionLimit limit;
  private final ServerCounters counters = new ServerCounters();
  private final HandlerErrorLog handlerErrorLog;
  private final LingeringClose lingeringClose;
  final DeadlineSweeper sweeper;
  private final ConnectionContext context;

  /** Made once: {@code this::remove} would allocate an object for every connection. */
  private final Consumer<Connection> remove = this::remove;

  /** Volatile: set once by {@link #start}, run by all threads that close connections. */
  private volatile Runnable retry = () -> {};

  private final StopPhase stop = new StopPhase();
  final DeadlineClock clock;
  private final RequestMemory memory;
  final Eviction eviction;
  private final SharedDescriptors descriptors;
  private final CapState cap;
  private final ConnectionsPerClient perClient;
  private final Activity activity;

  private final LongSupplier nanoClock;

  /**
   * Whether all connections were seen to be closed. Confined to the thread that stops the server.
   */
  private boolean empty;

  /**
   * No connections yet, and no threads before {@link #start}.
   *
   * @param keepAlive whether a connection may carry more than one request
   * @param admission what a request needs a permit of while it is in the handler; null for nothing
   * @param errorPages for the handler's errors and for the server's own, except the 503 of a
   *     rejected connection
   * @param clock for the Date field
   * @param nanoClock for deadlines
   * @throws IOException if there is no descriptor for the lingering closes
   */
  public Connections(
      ConnectionSettings settings,
      boolean keepAlive,
      @Nullable DisciplinedSemaphore admission,
      Handler handler,
      ErrorPages errorPages,
      Observation observation,
      InstantSource clock,
      LongSupplier nanoClock)
      throws IOException {
    DescriptorBudget budget = settings.descriptors();
    limit = new ConnectionLimit(settings.max(), budget.shared());
    handlerErrorLog = new HandlerErrorLog(nanoClock);
    var date = new DateField(clock);
    this.nanoClock = nanoClock;
    this.clock = new DeadlineClock(nanoClock, settings.timeouts());
    memory = new RequestMemory(settings.requestMemory());
    eviction = new Eviction(open, this.clock, counters, Math.max(1, limit.max() / 100));
    descriptors =
        new SharedDescriptors(
            limit,
            budget.reserve(),
            eviction::evictForDescriptor,
            counters,
            DescriptorBudget::isSpent);
    cap = new CapState(limit);
    perClient = new ConnectionsPerClient(settings.maxPerClient());
    activity = new Activity(open, this.clock);
    sweeper = new DeadlineSweeper(this.clock, open, stop, new SendQueues(), this::afterSweep);
    var processor =
        new RequestProcessor(
            handler,
            errorPages,
            admission,
            keepAlive,
            stop,
            counters,
            handlerErrorLog,
            descriptors);
    lingeringClose = new LingeringClose(nanoClock, counters, budget.lingering());
    context =
        new ConnectionContext(
            this.clock,
            stop,
            processor,
            new RequestReader.Reading(
                settings.limits(), handler.readsBody(), memory, ReadBuffer.newPool()),
            new ResponseWriter.Writing(BufferPool.direct(RESPONSE_BUFFER), date),
            new ConnectionContext.Ending(
                new Rejection(date, counters), lingeringClose, handlerErrorLog),
            counters,
            observation);
  }

  private void afterSweep() {
    if (memory.isTight()) {
      eviction.evictUnfinished(memory);
    }
    descriptors.sweep();
    cap.sweep(eviction::hasIdle);
    retry.run();
    handlerErrorLog.report();
  }

  // ---- for listeners

  /** Takes the permit for a connection that is about to be accepted; false if there is none. */
  public boolean tryPermit() {
    return limit.tryAcquire();
  }

  /** Takes a permit; waits for one at most so long. */
  public boolean awaitPermit(long millis) throws InterruptedException {
    return limit.acquire(millis);
  }

  /**
   * Whether a permit belongs to none of the open connections: another listener looks for a client
   * with it, or a connection has just ended. In a moment it is free, or belongs to one that is
   * open, so nobody has to make room yet.
   */
  public boolean isPermitInTransit() {
    int opened =
        open.size(); // first: a connection that opens later is one permit more, not one less
    return limit.taken() > opened;
  }

  /**
   * Ends the connection that has been idle for longest, for a client that got no permit.
   *
   * @return whether there was one, so that a permit will be free in a moment
   */
  public boolean makeRoom() {
    boolean made = eviction.evictIdle();
    cap.reached(made);
    return made;
  }

  /**
   * Ends idle connections for a client that could not be accepted, if the process or the machine
   * has no descriptor left.
   */
  public void makeDescriptors() {
    descriptors.makeRoom();
  }

  /** Returns a permit with which nothing was accepted. */
  public void releasePermit() {
    limit.release();
  }

  /**
   * Makes the connection for an accepted channel, for which a permit was taken.
   *
   * @param blocking the mode that the channel gets
   * @return null if the channel failed at once. Then the channel is closed and the permit returned;
   *     the same happens if this method throws
   */
  public @Nullable Connection admit(SocketChannel channel, boolean blocking) {
    try {
      channel.configureBlocking(blocking);
      channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
      InetAddress client = perClient.client(channel);
      if (!perClient.tryEnter(client)) {
        return tooMany(channel);
      }
      return open(channel, client);
    } catch (IOException | OutOfMemoryError e) {
      discard(channel);
      LOG.debug("cannot admit a connection", e);
      return null;
    } catch (Throwable t) {
      discard(channel);
      throw t;
    }
  }

  private Connection open(SocketChannel channel, @Nullable InetAddress client) {
    try {
      Connection connection = new Connection(channel, context, client, remove);
      open.add(connection);
      activity.admitted();
      return connection;
    } catch (Throwable t) {
      perClient.leave(client);
      throw t;
    }
  }

  private @Nullable Connection tooMany(SocketChannel channel) {
    reject(channel, Overload.CLIENT); // if it throws, the caller counts and releases
    closed.increment();
    limit.release();
    return null;
  }

  private void discard(SocketChannel channel) {
    LingeringClose.close(channel); // first: the next connection may need the descriptor
    closed.increment();
    limit.release();
  }

  /**
   * Answers 503 to an accepted channel for which there was no permit, and closes it. The channel is
   * also closed if this method throws, because of an error in an observer or because there is no
   * memory.
   */
  public void reject(SocketChannel channel) {
    reject(channel, Overload.CONNECTIONS);
  }

  private void reject(SocketChannel channel, Overload cause) {
    try {
      var timing = new RequestTiming(channel, context.observation());
      timing.dispatched(timing.now());
      context.ending().rejection().send(channel, timing, cause);
      timing.close(0);
    } catch (Throwable t) {
      LingeringClose.close(channel);
      throw t;
    }
    lingeringClose.linger(channel);
  }

  /** Returns what the connections count. */
  public ServerCounters counters() {
    return counters;
  }

  /** The clock for deadlines, in nanoseconds. */
  public LongSupplier nanoClock() {
    return nanoClock;
  }

  /** Returns how connections are observed. */
  public Observation observation() {
    return context.observation();
  }

  // ---- for readers

  /** Returns how many connections are open. */
  public int size() {
    return open.size();
  }

  /** How many were admitted and are closed, including those that failed at once. */
  public long closed() {
    return closed.sum();
  }

  /** Whether the cap is reached. */
  public CapState cap() {
    return cap;
  }

  /** Returns the memory of unfinished requests. */
  public RequestMemory memory() {
    return memory;
  }

  // ---- the life cycle

  /**
   * Starts the threads that enforce deadlines and end connections.
   *
   * @param whenRoom runs after each sweep, and whenever a connection was closed
   */
  public void start(Runnable whenRoom) {
    retry = whenRoom;
    limit.onRelease(whenRoom);
    memory.whenTight(sweeper::wake);
    lingeringClose.start();
    sweeper.start();
  }

  StopPhase stopPhase() {
    return stop;
  }

  /** From now on each response is the last one of its connection, and says so. */
  public void announceStop() {
    stop.announce();
  }

  /** How long ago a client connected or was answered; late by at most one sweep. */
  public Duration sinceLastActivity() {
    return activity.age();
  }

  /**
   * From now on ends connections that are idle, and lets the others finish their current response.
   *
   * @param idle how long a client must have been idle, so that it had time to send a request
   */
  public void endIdle(Duration idle) {
    stop.announce();
    stop.endIdle(idle.toNanos());
    sweeper.look();
  }

  /**
   * Waits until all connections are closed. The caller has closed the port; only connections that
   * are being accepted now may still be added.
   *
   * @param timeout after this, waits for clients are ended
   * @param forced how long it then waits for the owners to notice that their waits were ended
   * @return whether all were closed before the timeout
   */
  public boolean drain(Duration timeout, Duration forced) throws InterruptedException {
    boolean finished = awaitEmpty(timeout.toNanos());
    if (!finished) {
      stop.force();
      sweeper.look();
      awaitEmpty(forced.toNanos());
    }
    return finished;
  }

  /** Ends the threads and closes what is left: tasks that never ran, workers that are stuck. */
  public void stop(Duration lingerTime) throws InterruptedException {
    sweeper.stop();
    handlerErrorLog.reportRest();
    open.forEach(Connection::forceClose);
    lingeringClose.stop(lingerTime);
  }

  /** Frees the descriptors if it was never started. */
  @Override
  public void close() {
    lingeringClose.closeAll();
  }

  /**
   * Waits until all are closed, including those that are being accepted: each has a permit.
   *
   * @return whether all were closed in time
   */
  boolean awaitEmpty(long nanos) throws InterruptedException {
    empty = empty || limit.acquireAll(nanos);
    return empty;
  }

  /** Releases a closed connection and its permit; only the first call counts. */
  void remove(Connection connection) {
    if (open.remove(connection)) {
      closed.increment();
      perClient.leave(connection.client());
      limit.release();
    }
  }
}
