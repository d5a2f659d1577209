package tailgate.server.listen;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.queue.Lateness;
import tailgate.queue.Refusable;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;
import tailgate.server.stage.OverloadPolicy;

/**
 * Dispatch by connection: a thread accepts, and gives each connection to the executor once.
 *
 * <p>If the cap on connections is reached, it ends the connection that has been idle for longest,
 * and waits for its permit. If no connection is idle, or if the executor is full, it waits (and the
 * kernel's backlog fills) or rejects the connection, as the {@link OverloadPolicy} says.
 *
 * <p>Connections are in blocking mode. The listening socket is not, because a thread that blocks in
 * {@code accept} can only be woken by closing the socket, and this loses the clients that wait. So
 * the thread waits with a selector.
 */
final class BlockingAcceptor implements Listener {

  private static final Logger LOG = SafeLogger.of(BlockingAcceptor.class);
  private static final long PAUSE_MILLIS = 50;
  private static final long IN_TRANSIT_MILLIS = 1;

  /** A connection, to be served to its end. Only a pool's queue or its admission refuses it. */
  private record Task(Connection connection) implements Refusable {
    @Override
    public void run() {
      connection.proceed();
    }

    @Override
    public boolean refuse(Lateness why) {
      return connection.refuse(why);
    }
  }

  private final ListeningSocket socket;
  private final Connections connections;
  private final Executor executor;
  private final OverloadPolicy overload;
  private final Selector selector;
  private final ClosingPort port;
  private final Consumer<Connection> admitted = this::dispatch;

  /** Made once: the method reference would allocate an object for every select. */
  private final Consumer<SelectionKey> clientsWait = this::clientsWait;

  private final Thread thread;

  /**
   * Accepts from {@code socket}.
   *
   * @param name of its thread
   * @param ports of the same server
   */
  BlockingAcceptor(
      String name,
      ListeningSocket socket,
      Connections connections,
      Executor executor,
      OverloadPolicy overload,
      ClosingPort.OpenPorts ports)
      throws IOException {
    this.socket = socket;
    this.connections = connections;
    this.executor = executor;
    this.overload = overload;
    this.selector = Selector.open();
    try {
      this.port = new ClosingPort(socket, socket.register(selector), selector, connections, ports);
    } catch (Throwable t) {
      selector.close();
      throw t;
    }
    this.thread = Thread.ofPlatform().name(name).unstarted(this::run);
  }

  // ---- for other threads

  @Override
  public void start() {
    thread.start();
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
    try {
      socket.close();
      selector.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }

  @Override
  public void stop() {
    if (thread.getState() == Thread.State.NEW) {
      discard();
      return;
    }
    closePort(Duration.ZERO);
    thread.interrupt(); // the thread may wait for a permit, or for room in the executor
  }

  @Override
  public void awaitStopped(Duration timeout) throws InterruptedException {
    if (thread.getState() != Thread.State.NEW) {
      thread.join(timeout);
    }
  }

  // ---- the thread

  private void run() {
    try {
      while (!port.isRequested() && socket.isOpen()) {
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
      port.closeNow();
      discard();
    }
  }

  private void acceptOne() throws IOException, InterruptedException {
    boolean permitted = connections.tryPermit();
    if (!permitted && selector.selectNow(clientsWait) == 0) {
      if (!port.isRequested()) { // else selectNow may have taken the wake-up of that request
        selector.select(clientsWait); // no client, so no open connection has to make room for one
      }
      return;
    }
    if (!permitted && connections.isPermitInTransit()) {
      permitted = connections.awaitPermit(IN_TRANSIT_MILLIS);
      if (!permitted) {
        return;
      }
    }
    if (!permitted && (connections.makeRoom() || overload == OverloadPolicy.BLOCK)) {
      permitted = connections.awaitPermit(PAUSE_MILLIS); // no longer, to see whether to end
      if (!permitted) {
        return;
      }
    }
    if (!socket.accept(connections, permitted, admitted) && !port.isRequested()) {
      selector.select(clientsWait);
    }
  }

  /** There is one key only, and all that it can say is that the select has ended. */
  private void clientsWait(SelectionKey same) {}

  private void dispatch(Connection connection) {
    try {
      executor.execute(new Task(connection));
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

  private void closePort() {
    try {
      while (port.isRequested() && !port.proceed(clientsWait) && isClosing()) {
        await(port.waitMillis());
      }
    } catch (RuntimeException | Error e) {
      LOG.error("closed the port at once", e);
      port.closeNow();
    }
    port.release(admitted);
  }

  /** Whether the port is open, or the clients that it holds wait for the other ports. */
  private boolean isClosing() {
    return !port.isClosed() || (port.isHolding() && !thread.isInterrupted());
  }

  private void await(long millis) {
    try {
      selector.select(clientsWait, millis);
    } catch (IOException e) {
      LOG.debug("cannot wait", e);
    }
  }
}
