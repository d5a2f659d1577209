package tailgate.server.listen;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;
import tailgate.server.stage.OverloadPolicy;

/**
 * Dispatch by connection: one thread accepts, and gives each connection to the executor once.
 *
 * <p>If the cap on connections is reached, or the executor is full, it waits (and the kernel's
 * backlog fills) or rejects the connection, as the policies say.
 *
 * <p>Connections are in blocking mode. The listening socket is not, because a thread that blocks in
 * {@code accept} can only be woken by closing the socket, and this loses the clients that wait. So
 * the thread waits with a selector.
 */
final class BlockingAcceptor implements Listener {

  private static final Logger LOG = SafeLogger.of(BlockingAcceptor.class);
  private static final long PAUSE_MILLIS = 50;
  private final ListeningSocket socket;
  private final Connections connections;
  private final Executor executor;
  private final OverloadPolicy overload;
  private final Selector selector;
  private final SelectionKey key;
  private final Consumer<Connection> admitted = this::dispatch;

  /** Made once: the method reference would allocate an object for every select. */
  private final Consumer<SelectionKey> clientsWait = this::clientsWait;

  private final CountDownLatch portClosed = new CountDownLatch(1);
  private final Thread thread;

  /** How to close the port, once it is time. Volatile: set by the thread that stops the server. */
  private volatile @Nullable Duration closing;

  BlockingAcceptor(
      ListeningSocket socket, Connections connections, Executor executor, OverloadPolicy overload)
      throws IOException {
    this.socket = socket;
    this.connections = connections;
    this.executor = executor;
    this.overload = overload;
    this.selector = Selector.open();
    try {
      this.key = socket.register(selector);
    } catch (Throwable t) {
      selector.close();
      throw t;
    }
    this.thread = Thread.ofPlatform().name("tailgate-acceptor").unstarted(this::run);
  }

  // ---- for other threads

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void closePort(Duration quiet) {
    closing = quiet;
    selector.wakeup();
  }

  @Override
  public void awaitClosedPort(Duration timeout) throws InterruptedException {
    if (thread.getState() == Thread.State.NEW
        || !portClosed.await(timeout.toNanos(), TimeUnit.NANOSECONDS)) {
      socket.close();
      selector.wakeup(); // a registered socket is closed only by the next select
    }
  }

  @Override
  public void discard() {
    try {
      socket.close();
      selector.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }

  @Override
  public void stop() throws InterruptedException {
    if (thread.getState() == Thread.State.NEW) {
      discard();
      return;
    }
    closePort(Duration.ZERO);
    thread.interrupt(); // the thread may wait for a permit, or for room in the executor
    thread.join(STOP_TIMEOUT);
  }

  // ---- the thread

  private void run() {
    try {
      while (closing == null && socket.isOpen()) {
        try {
          acceptOne();
        } catch (IOException | RuntimeException | Error e) {
          failed(e);
        }
      }
      closePort();
    } catch (InterruptedException e) {
      LOG.debug("interrupted while accepting", e);
    } finally {
      discard();
      portClosed.countDown();
    }
  }

  private void acceptOne() throws IOException, InterruptedException {
    boolean permitted = connections.tryPermit();
    if (!permitted && overload == OverloadPolicy.BLOCK) {
      permitted = connections.awaitPermit(PAUSE_MILLIS); // from time to time, looks whether to end
      if (!permitted) {
        return;
      }
    }
    if (!socket.accept(connections, permitted, admitted) && closing == null) {
      selector.select(clientsWait);
    }
  }

  /** There is one key only, and all that it can say is that the select has ended. */
  private void clientsWait(SelectionKey same) {}

  private void dispatch(Connection connection) {
    try {
      executor.execute(connection::proceed);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("cannot dispatch", e); // no room, or no thread could be started
      connection.reject();
    }
  }

  private void failed(Throwable e) throws InterruptedException {
    if (socket.isOpen()) {
      try {
        socket.failed(connections, e);
      } catch (RuntimeException | Error logger) {
        LOG.error("cannot log", logger);
      }
      Thread.sleep(PAUSE_MILLIS);
    }
  }

  private void closePort() throws InterruptedException {
    Duration quiet = closing;
    if (quiet == null || !socket.isOpen()) {
      return;
    }
    var port = new ClosingPort(socket, key, connections, quiet);
    while (!port.proceed(selector, clientsWait)) {
      await(port.waitMillis());
    }
    portClosed.countDown();
    port.release(admitted);
  }

  private void await(long millis) {
    try {
      selector.select(clientsWait, millis);
    } catch (IOException e) {
      LOG.debug("cannot wait", e);
    }
  }
}
