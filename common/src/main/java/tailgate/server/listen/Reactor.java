package tailgate.server.listen;

import java.io.IOException;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;
import tailgate.server.connection.Interest;
import tailgate.server.observe.Observation;
import tailgate.server.stage.OverloadPolicy;

/**
 * Dispatch by request: one thread that accepts (see {@link Acceptor}), watches every connection
 * that waits, reads what arrives, and dispatches a connection to the executor once it has bytes to
 * work on.
 *
 * <p>The reactor reads the bytes. A worker reads only the rest, if the buffer was too small for all
 * that had arrived. So the selector usually has nothing to report while the worker is busy, and a
 * request and its response need neither a change of the interest set nor a wake-up of the selector
 * (see {@link Registration}).
 *
 * <p>The selector and all its keys are confined to this thread. Other threads reach it through
 * {@link #giveBack}, {@link #overdue} and the volatile flags, each followed by a wake-up.
 */
final class Reactor implements Listener, Runnable, Registration.Owner {

  private static final Logger LOG = SafeLogger.of(Reactor.class);

  /** How long a select waits while something has to be tried again. */
  private static final long MOMENT_MILLIS = 5;

  /** Keys that the JDK's selectors report in one select, at least. */
  private static final int MOST_REPORTED = 256;

  private final Selector selector;
  private final Acceptor acceptor;
  private final ClosingPort port;
  private final LongSupplier clock;
  private final Observation.Observers observers;
  private final Dispatcher dispatcher;

  /** Whether the dispatcher has to try again. Written by the thread, read by others. */
  private final AtomicBoolean postponing = new AtomicBoolean();

  private final Thread thread;
  private final Queue<Registration> returned = new ConcurrentLinkedQueue<>();
  private final OverdueWaits overdue;

  /** Made once, for the acceptor and the closing port. */
  private final Consumer<Connection> begin = this::begin;

  /** Made once: {@code this::ready} in the loop would allocate an object for every select. */
  private final Consumer<SelectionKey> ready = this::ready;

  /** When the selector last reported something. Confined to the thread. */
  private long reportedNanos;

  /** Whether the clock has to be read for the next report. Confined to the thread. */
  private boolean selecting;

  /** Whether to try again what failed. Volatile: set by other threads, cleared by this one. */
  private volatile boolean again;

  /** Whether the reactor has to end. Volatile: set once by the thread that stops the server. */
  private volatile boolean stopped;

  Reactor(
      String name,
      ListeningSocket socket,
      Connections connections,
      Executor executor,
      OverloadPolicy overload,
      ClosingPort.OpenPorts ports)
      throws IOException {
    this.dispatcher = new Dispatcher(executor, postponing);
    this.overdue = new OverdueWaits(dispatcher, connections.observation().clock());
    this.clock = connections.observation().clock();
    this.observers = connections.observation().observers();
    this.selector = Selector.open();
    try {
      this.acceptor = new Acceptor(socket, selector, connections, overload, ports, begin);
      this.port = acceptor.port();
    } catch (Throwable t) {
      selector.close();
      throw t;
    }
    this.thread = Thread.ofPlatform().name(name).unstarted(this);
  }

  // ---- for other threads

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void retry() {
    if (acceptor.isPaused() || postponing.get()) {
      again = true;
      selector.wakeup();
    }
  }

  @Override
  public void closePort(Duration quiet) {
    port.request(quiet);
  }

  @Override
  public void leavePort() {
    port.leave();
  }

  @Override
  public boolean awaitClosedPort(Duration timeout) throws InterruptedException {
    return port.await(thread.getState() == Thread.State.NEW ? Duration.ZERO : timeout);
  }

  @Override
  public void discard() {
    closeAll();
  }

  @Override
  public void stop() {
    stopped = true;
    if (thread.getState() == Thread.State.NEW) {
      closeAll();
      return;
    }
    selector.wakeup();
    thread.interrupt(); // the thread may wait for room in the executor
  }

  @Override
  public void awaitStopped(Duration timeout) throws InterruptedException {
    if (thread.getState() != Thread.State.NEW) {
      thread.join(timeout);
    }
  }

  /**
   * Takes the connection back, at once on the reactor's own thread. But if its work is done, that
   * thread may be in the middle of another connection, whose handler has done it.
   */
  @Override
  public void giveBack(Registration registration) {
    if (Thread.currentThread().equals(thread) && registration.awaited() != Interest.WORK) {
      takeBack(registration);
    } else {
      returned.add(registration);
      selector.wakeup();
    }
  }

  @Override
  public void overdue(Registration registration) {
    overdue.add(registration);
    selector.wakeup();
  }

  @Override
  public void workerFree() {
    if (postponing.get()) {
      retry();
    }
  }

  // ---- the thread

  @Override
  public void run() {
    while (!stopped) {
      try {
        boolean waiting = postponing.get();
        selecting = true;
        int reported = selector.select(ready, waiting || port.isHolding() ? MOMENT_MILLIS : 0);
        if (waiting && reported == 0) {
          // workerFree() tells this thread only while there are postponed dispatches. A worker that
          // came free just before the first one was postponed has told nobody.
          again = true;
        }
        takeBackAll();
        if (!overdue.isEmpty()) {
          endOverdue();
        }
        if (port.proceed(ready)) {
          port.release(begin);
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
      if (!port.isRequested()) {
        acceptor.acceptSome();
      }
      return;
    }
    try {
      ready(registration, key);
    } catch (CancelledKeyException e) {
      LOG.trace("closed meanwhile", e);
    } catch (Throwable t) { // ends this connection, and not the reactor
      registration.connection().abort();
      LOG.error("closed a connection", t);
    }
  }

  private void ready(Registration registration, SelectionKey key) {
    if (registration.muteIfDispatched(key)) {
      return;
    }
    Connection connection = registration.connection();
    if (key.isWritable()) {
      key.interestOps(0);
      connection.writable();
      registration.dispatchedMuted();
      dispatcher.dispatch(registration);
      return;
    }
    switch (connection.receive()) {
      case NOTHING -> {}
      case SOMETHING -> {
        connection.dispatched(reportedNanos); // the times: when its bytes arrived
        registration.dispatched(); // the phase: a worker will own it
        dispatcher.dispatch(registration); // the hand-off to the executor
      }
      case CLOSED -> registration.cancel();
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
        case WORK -> dispatcher.dispatch(registration); // the phase says so already
        case NONE -> registration.cancel();
      }
    } catch (Throwable t) { // else nobody would ever serve it again
      registration.connection().abort();
      LOG.debug("cannot watch", t);
    }
  }

  // ---- other events

  /**
   * This thread may itself have been late, so it first serves all clients that are not silent. One
   * select reports a limited number of them.
   */
  private void endOverdue() throws IOException {
    overdue.take();
    int selects = 1 + selector.keys().size() / MOST_REPORTED;
    do {
      selecting = true;
    } while (selector.selectNow(ready) > 0 && --selects > 0);
    selector.wakeup(); // those may have taken the wake-up of somebody who has added to a queue
    overdue.endTaken();
  }

  /**
   * Begins with a new connection. Many clients have sent their request by now, so reading at once
   * saves a select. Such a connection is dispatched before it has a key. Its phase stays
   * DISPATCHED_MUTED, so the worker returns it by {@link #giveBack}, and the reactor registers it.
   */
  private void begin(Connection connection) {
    var registration = new Registration(connection, this);
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
    if (!port.isRequested()) {
      acceptor.resume();
    }
    dispatcher.retry();
  }

  // ---- the end

  private void closeAll() {
    port.closeNow();
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
