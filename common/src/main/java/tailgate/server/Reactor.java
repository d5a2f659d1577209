package tailgate.server;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.Connection.Arrival;
import tailgate.server.Watch.Phase;

/**
 * Dispatch by request: one thread that accepts, watches every connection that waits, reads what
 * arrives, and hands a connection to the executor once there is something in it to work on.
 *
 * <p>The bytes are read here and not by the worker, because then the selector has nothing left to
 * report while the worker is busy: neither the interest nor the selector is touched for a request
 * and its response (see {@link Watch}).
 *
 * <p>The selector and all its keys are confined to this thread. Others reach it through {@link
 * #giveBack} and the volatile flags, each followed by a wake-up.
 */
final class Reactor implements Listener, Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Reactor.class);

  /** Connections accepted before those that are open get their turn. */
  private static final int MOST_ACCEPTED = 64;

  private final ServerSocketChannel socket;
  private final Selector selector;
  private final ConnectionContext context;
  private final Executor executor;
  private final OverloadPolicy overload;
  private final Thread thread;
  private final Queue<Watch> returned = new ConcurrentLinkedQueue<>();

  /** Made once: {@code this::ready} in the loop would be an object for every round. */
  private final Consumer<SelectionKey> ready = this::ready;

  /**
   * Connections in the middle of a response for which the executor had no room. Confined to the
   * thread.
   */
  private final Queue<Watch> postponed = new ArrayDeque<>();

  private final AcceptTrouble trouble = new AcceptTrouble();

  /** Confined to the thread, from its first line on. */
  private final SelectionKey acceptKey;

  /** Whether something waits for {@link #retry}. Volatile: written here, read by others. */
  private volatile boolean paused;

  /** Whether to try that again. Volatile: set by others, taken by this thread. */
  private volatile boolean resume;

  private volatile boolean closing;
  private volatile boolean stopped;

  Reactor(
      String name,
      ServerSocketChannel socket,
      ConnectionContext context,
      Executor executor,
      OverloadPolicy overload)
      throws IOException {
    this.socket = socket;
    this.context = context;
    this.executor = executor;
    this.overload = overload;
    this.selector = Selector.open();
    socket.configureBlocking(false);
    this.acceptKey = socket.register(selector, SelectionKey.OP_ACCEPT);
    this.thread = Thread.ofPlatform().name(name).unstarted(this);
  }

  // ---- for other threads

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void retry() {
    if (paused) {
      resume = true;
      selector.wakeup();
    }
  }

  @Override
  public void stopAccepting() {
    closing = true;
    selector.wakeup();
  }

  @Override
  public void stop() throws InterruptedException {
    stopped = true;
    if (thread.getState() == Thread.State.NEW) {
      closeAll();
      return;
    }
    selector.wakeup();
    thread.interrupt(); // it may wait for room in the executor
    thread.join(STOP_PATIENCE);
  }

  /** The worker is done for now; on the reactor's own thread this is a plain call. */
  void giveBack(Watch watch) {
    if (Thread.currentThread().equals(thread)) {
      takeBack(watch);
    } else {
      returned.add(watch);
      selector.wakeup();
    }
  }

  // ---- the thread

  @Override
  public void run() {
    while (!stopped) {
      try {
        selector.select(ready);
        takeBackAll();
        stopAcceptingOrTryAgain();
      } catch (Throwable t) {
        LOG.error("reactor goes on", t);
      }
    }
    closeAll();
  }

  private void ready(SelectionKey key) {
    if (!(key.attachment() instanceof Watch watch)) {
      acceptSome();
      return;
    }
    try {
      ready(watch, key);
    } catch (CancelledKeyException e) {
      LOG.trace("closed meanwhile", e);
    } catch (Throwable t) {
      LOG.error("closing a connection", t);
      watch.connection().abort(); // whatever it was, it is this connection's end and not ours
    }
  }

  private void ready(Watch watch, SelectionKey key) {
    Phase phase = watch.phase().get();
    if (phase == Phase.AWAY_MUTED) {
      return;
    }
    if (phase == Phase.AWAY && watch.phase().compareAndSet(Phase.AWAY, Phase.AWAY_MUTED)) {
      key.interestOps(0);
      return;
    }
    // WATCHED, if only since a moment ago
    if (key.isWritable()) {
      key.interestOps(0);
      dispatch(watch, Phase.AWAY_MUTED);
    } else if (watch.connection().receive() == Arrival.SOMETHING) {
      dispatch(watch, Phase.AWAY);
    }
  }

  private void dispatch(Watch watch, Phase phase) {
    watch.phase().set(phase);
    try {
      executor.execute(watch);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("cannot dispatch", e);
      turnAway(watch);
    }
  }

  private void turnAway(Watch watch) {
    SelectionKey key = watch.key();
    if (!watch.connection().turnAway()) {
      postponed.add(watch);
      paused = true;
    } else if (key != null) {
      key.cancel();
    }
  }

  private void takeBackAll() {
    for (Watch watch = returned.poll(); watch != null; watch = returned.poll()) {
      takeBack(watch);
    }
  }

  private void takeBack(Watch watch) {
    SelectionKey key = watch.key();
    try {
      switch (watch.awaited()) {
        case READABLE -> watch(watch, SelectionKey.OP_READ);
        case WRITABLE -> watch(watch, SelectionKey.OP_WRITE);
        case CLOSED -> {
          if (key != null) {
            key.cancel();
          }
        }
      }
    } catch (Throwable t) { // not watched, it would never be looked at again
      LOG.debug("cannot watch", t);
      watch.connection().abort();
    }
  }

  private void watch(Watch watch, int interest) throws ClosedChannelException {
    watch.phase().set(Phase.WATCHED);
    SelectionKey key = watch.key();
    if (key == null) {
      watch.key(watch.connection().channel().register(selector, interest, watch));
    } else {
      key.interestOps(interest);
    }
  }

  // ---- accepting

  private void acceptSome() {
    try {
      for (int i = 0; i < MOST_ACCEPTED && acceptOne(); i++) {
        // accepts on
      }
    } catch (IOException | OutOfMemoryError e) {
      context.counters().acceptFailures.increment();
      trouble.log(e);
      pause();
    }
  }

  /** Whether there may be more. */
  private boolean acceptOne() throws IOException {
    ConnectionLimit limit = context.connections().limit();
    boolean permitted = limit.tryAcquire();
    if (!permitted && overload == OverloadPolicy.BLOCK) {
      pause();
      if (limit.tryAcquire()) {
        limit.release(); // given back before it was known that we wait: says so again
      }
      return false;
    }
    SocketChannel channel = null;
    try {
      channel = socket.accept();
    } finally {
      if (channel == null && permitted) {
        limit.release();
      }
    }
    if (channel == null) {
      return false;
    }
    trouble.over();
    context.counters().accepted.increment();
    if (permitted) {
      welcome(channel);
    } else {
      context.counters().overloads.increment(ServerCounters.Overload.CONNECTIONS);
      context.lingerer().turnAway(channel);
    }
    return true;
  }

  /**
   * Many clients have sent their request by now: looking first saves a round through the selector.
   */
  private void welcome(SocketChannel channel) {
    Connection connection = context.connections().admit(channel, context, false);
    if (connection == null) {
      return;
    }
    Watch watch = new Watch(connection, this);
    switch (connection.receive()) {
      case NOTHING -> takeBack(watch);
      case SOMETHING -> dispatch(watch, Phase.AWAY_MUTED);
      case CLOSED -> {}
    }
  }

  private void pause() {
    if (acceptKey.isValid()) {
      acceptKey.interestOps(0);
      paused = true;
    }
  }

  private void stopAcceptingOrTryAgain() {
    if (closing && socket.isOpen()) {
      close(socket);
    }
    if (resume) {
      resume = false;
      paused = false;
      if (acceptKey.isValid()) {
        acceptKey.interestOps(SelectionKey.OP_ACCEPT);
      }
      for (int left = postponed.size(); left > 0; left--) {
        dispatch(postponed.remove(), Phase.AWAY_MUTED);
      }
    }
  }

  // ---- the end

  private void closeAll() {
    close(socket);
    for (SelectionKey key : selector.keys()) {
      if (key.attachment() instanceof Watch watch) {
        close(watch.connection().channel());
      }
    }
    close(selector);
  }

  private static void close(AutoCloseable closeable) {
    try {
      closeable.close();
    } catch (Exception e) {
      LOG.debug("cannot close", e);
    }
  }
}
