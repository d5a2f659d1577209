package tailgate.server;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.Connection.Arrival;
import tailgate.server.stage.OverloadPolicy;

/**
 * Dispatch by request: one thread that accepts (see {@link Doorkeeper}), watches every connection
 * that waits, reads what arrives, and hands a connection to the executor once there is something in
 * it to work on.
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

  private final Selector selector;
  private final Doorkeeper door;
  private final Observation observation;
  private final Dispatcher dispatcher;
  private final Thread thread;
  private final Queue<Watch> returned = new ConcurrentLinkedQueue<>();

  /** Made once: {@code this::ready} in the loop would be an object for every round. */
  private final Consumer<SelectionKey> ready = this::ready;

  /** When the selector last reported something. Confined to the thread. */
  private long reportedNanos;

  /** Whether that has to be read again. Confined to the thread. */
  private boolean selecting;

  /** Whether to try again what failed. Volatile: set by others, taken by this thread. */
  private volatile boolean again;

  private volatile boolean closing;
  private volatile boolean stopped;

  Reactor(
      String name,
      ServerSocketChannel socket,
      ConnectionContext context,
      Executor executor,
      OverloadPolicy overload)
      throws IOException {
    this.dispatcher = new Dispatcher(executor);
    this.observation = context.observation();
    this.selector = Selector.open();
    this.door = new Doorkeeper(socket, selector, context, overload, this::welcome);
    this.thread = Thread.ofPlatform().name(name).unstarted(this);
  }

  // ---- for other threads

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void retry() {
    if (door.isPaused() || dispatcher.isPostponing()) {
      again = true;
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
        selecting = true;
        selector.select(ready);
        takeBackAll();
        if (closing) {
          door.close();
        }
        tryAgain();
      } catch (Throwable t) {
        LOG.error("reactor goes on", t);
      }
    }
    closeAll();
  }

  private void ready(SelectionKey key) {
    if (selecting) { // the first of this round: all were there at this time
      selecting = false;
      reportedNanos = observation.clock().getAsLong();
      observation.observers().reported(reportedNanos);
    }
    if (!(key.attachment() instanceof Watch watch)) {
      door.acceptSome();
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
    if (watch.muteIfAway(key)) {
      return;
    }
    if (key.isWritable()) {
      key.interestOps(0);
      watch.awayMuted();
      dispatcher.dispatch(watch);
    } else if (watch.connection().receive() == Arrival.SOMETHING) {
      watch.connection().handOver(reportedNanos);
      watch.away();
      dispatcher.dispatch(watch);
    }
  }

  private void takeBackAll() {
    for (Watch watch = returned.poll(); watch != null; watch = returned.poll()) {
      takeBack(watch);
    }
  }

  private void takeBack(Watch watch) {
    try {
      switch (watch.awaited()) {
        case READABLE -> watch.watched(selector, SelectionKey.OP_READ);
        case WRITABLE -> watch.watched(selector, SelectionKey.OP_WRITE);
        case CLOSED -> watch.cancel();
      }
    } catch (Throwable t) { // not watched, it would never be looked at again
      LOG.debug("cannot watch", t);
      watch.connection().abort();
    }
  }

  // ---- what others bring about

  /**
   * Many clients have sent their request by now: looking first saves a round through the selector.
   */
  private void welcome(Connection connection) {
    Watch watch = new Watch(connection, this);
    switch (connection.receive()) {
      case NOTHING -> takeBack(watch);
      case SOMETHING -> {
        connection.handOver(observation.clock().getAsLong()); // nobody has reported it
        dispatcher.dispatch(watch);
      }
      case CLOSED -> {}
    }
  }

  private void tryAgain() {
    if (!again) {
      return;
    }
    again = false;
    door.resume();
    dispatcher.retry();
  }

  // ---- the end

  private void closeAll() {
    door.close();
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
