package tailgate.server.listen;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.connection.Arrival;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;
import tailgate.server.observe.Observation;
import tailgate.server.stage.OverloadPolicy;

/**
 * Dispatch by request: one thread that accepts (see {@link Acceptor}), watches every connection
 * that waits, reads what arrives, and dispatches a connection to the executor once it has bytes to
 * work on.
 *
 * <p>The reactor reads the bytes, not the worker. So the selector has nothing left to report while
 * the worker is busy, and a request and its response need neither a change of the interest set nor
 * a wake-up of the selector (see {@link Registration}).
 *
 * <p>The selector and all its keys are confined to this thread. Other threads reach it through
 * {@link #giveBack} and the volatile flags, each followed by a wake-up.
 */
final class Reactor implements Listener, Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(Reactor.class);

  private final Selector selector;
  private final Acceptor acceptor;
  private final LongSupplier clock;
  private final Observation.Observers observers;
  private final Dispatcher dispatcher;
  private final Thread thread;
  private final Queue<Registration> returned = new ConcurrentLinkedQueue<>();

  /** Made once: {@code this::ready} in the loop would allocate an object for every select. */
  private final Consumer<SelectionKey> ready = this::ready;

  /** Made once, for all registrations. */
  private final Consumer<Registration> giveBack = this::giveBack;

  /** When the selector last reported something. Confined to the thread. */
  private long reportedNanos;

  /** Whether the clock has to be read for the next report. Confined to the thread. */
  private boolean selecting;

  /** Whether to try again what failed. Volatile: set by other threads, cleared by this one. */
  private volatile boolean again;

  /** Whether to accept no more. Volatile: set once by the thread that stops the server. */
  private volatile boolean closing;

  /** Whether to end. Volatile: set once by the thread that stops the server. */
  private volatile boolean stopped;

  Reactor(
      String name,
      ListeningSocket socket,
      Connections connections,
      Executor executor,
      OverloadPolicy overload)
      throws IOException {
    this.dispatcher = new Dispatcher(executor);
    this.clock = connections.observation().clock();
    this.observers = connections.observation().observers();
    this.selector = Selector.open();
    this.acceptor = new Acceptor(socket, selector, connections, overload, this::begin);
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
    thread.interrupt(); // the thread may wait for room in the executor
    thread.join(STOP_TIMEOUT);
  }

  /**
   * Called when the worker is done for now; on the reactor's own thread, takes the connection back
   * at once.
   */
  private void giveBack(Registration registration) {
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
    if (selecting) { // the first key of this select: all its events count as arrived now
      selecting = false;
      reportedNanos = clock.getAsLong();
      observers.reported(reportedNanos);
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
          .abort(); // whatever failed ends this connection, and not the reactor
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
      registration.connection().dispatched(reportedNanos);
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
        case READ -> registration.watch(selector, SelectionKey.OP_READ);
        case WRITE -> registration.watch(selector, SelectionKey.OP_WRITE);
        case NONE -> registration.cancel();
      }
    } catch (Throwable t) { // else nobody would ever serve it again
      LOG.debug("cannot watch", t);
      registration.connection().abort();
    }
  }

  // ---- other events

  /**
   * Begins with a new connection. Many clients have sent their request by now, so reading at once
   * saves a select.
   */
  private void begin(Connection connection) {
    var registration = new Registration(connection, giveBack);
    switch (connection.receive()) {
      case NOTHING -> takeBack(registration);
      case SOMETHING -> {
        connection.dispatched(clock.getAsLong()); // the selector has not reported it
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
