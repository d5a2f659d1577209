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
 * Dispatch by request: one thread that accepts (see {@link Acceptor}), watches every connection
 * that waits, reads what arrives, and hands a connection to the executor once there is something in
 * it to work on.
 *
 * <p>The bytes are read here and not by the worker, because then the selector has nothing left to
 * report while the worker is busy: neither the interest nor the selector is touched for a request
 * and its response (see {@link Registration}).
 *
 * <p>The selector and all its keys are confined to this thread. Others reach it through {@link
 * #giveBack} and the volatile flags, each followed by a wake-up.
 */
final class Reactor implements Listener, Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Reactor.class);

  private final Selector selector;
  private final Acceptor acceptor;
  private final Observation observation;
  private final Dispatcher dispatcher;
  private final Thread thread;
  private final Queue<Registration> returned = new ConcurrentLinkedQueue<>();

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
    this.acceptor = new Acceptor(socket, selector, context, overload, this::welcome);
    this.thread = Thread.ofPlatform().name(name).unstarted(this);
  }

  // ---- for other threads

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void retry() {
    if (acceptor.isPaused() || dispatcher.isPostponing()) {
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
    thread.join(STOP_TIMEOUT);
  }

  /** The worker is done for now; on the reactor's own thread this is a plain call. */
  void giveBack(Registration registration) {
    if (Thread.currentThread().equals(thread)) {
      takeBack(registration);
    } else {
      returned.add(registration);
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
          acceptor.close();
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
    if (!(key.attachment() instanceof Registration registration)) {
      acceptor.acceptSome();
      return;
    }
    try {
      ready(registration, key);
    } catch (CancelledKeyException e) {
      LOG.trace("closed meanwhile", e);
    } catch (Throwable t) {
      LOG.error("closing a connection", t);
      registration
          .connection()
          .abort(); // whatever it was, it is this connection's end and not ours
    }
  }

  private void ready(Registration registration, SelectionKey key) {
    if (registration.muteIfDispatched(key)) {
      return;
    }
    if (key.isWritable()) {
      key.interestOps(0);
      registration.dispatchedMuted();
      dispatcher.dispatch(registration);
    } else if (registration.connection().receive() == Arrival.SOMETHING) {
      registration.connection().handOver(reportedNanos);
      registration.dispatched();
      dispatcher.dispatch(registration);
    }
  }

  private void takeBackAll() {
    for (Registration registration = returned.poll();
        registration != null;
        registration = returned.poll()) {
      takeBack(registration);
    }
  }

  private void takeBack(Registration registration) {
    try {
      switch (registration.awaited()) {
        case READABLE -> registration.watched(selector, SelectionKey.OP_READ);
        case WRITABLE -> registration.watched(selector, SelectionKey.OP_WRITE);
        case CLOSED -> registration.cancel();
      }
    } catch (Throwable t) { // not watched, it would never be looked at again
      LOG.debug("cannot watch", t);
      registration.connection().abort();
    }
  }

  // ---- what others bring about

  /**
   * Many clients have sent their request by now: looking first saves a round through the selector.
   */
  private void welcome(Connection connection) {
    Registration registration = new Registration(connection, this);
    switch (connection.receive()) {
      case NOTHING -> takeBack(registration);
      case SOMETHING -> {
        connection.handOver(observation.clock().getAsLong()); // nobody has reported it
        dispatcher.dispatch(registration);
      }
      case CLOSED -> {}
    }
  }

  private void tryAgain() {
    if (!again) {
      return;
    }
    again = false;
    acceptor.resume();
    dispatcher.retry();
  }

  // ---- the end

  private void closeAll() {
    acceptor.close();
    for (SelectionKey key : selector.keys()) {
      if (key.attachment() instanceof Registration registration) {
        close(registration.connection().channel());
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
