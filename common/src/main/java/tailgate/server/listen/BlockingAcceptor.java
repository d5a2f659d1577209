package tailgate.server.listen;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;
import tailgate.server.stage.OverloadPolicy;

/**
 * Dispatch by connection: one thread accepts, and gives each connection to the executor once.
 *
 * <p>If the cap on connections is reached, or the executor is full, it waits (and the kernel's
 * backlog fills) or rejects the connection, as the policies say. It ends only when its socket is
 * closed.
 */
final class BlockingAcceptor implements Listener {

  private static final Logger LOG = LoggerFactory.getLogger(BlockingAcceptor.class);
  private static final long PAUSE_MILLIS = 50;

  private final ListeningSocket socket;
  private final Connections connections;
  private final Executor executor;
  private final OverloadPolicy overload;
  private final Consumer<Connection> admitted = this::dispatch;
  private final Thread thread;

  BlockingAcceptor(
      ListeningSocket socket, Connections connections, Executor executor, OverloadPolicy overload) {
    this.socket = socket;
    this.connections = connections;
    this.executor = executor;
    this.overload = overload;
    this.thread = Thread.ofPlatform().name("tailgate-acceptor").unstarted(this::acceptAll);
  }

  @Override
  public void start() {
    thread.start();
  }

  @Override
  public void stopAccepting() {
    socket.close();
  }

  @Override
  public void stop() throws InterruptedException {
    stopAccepting();
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    thread.interrupt(); // the thread may wait for a permit, or for room in the executor
    thread.join(STOP_TIMEOUT);
  }

  private void acceptAll() {
    try {
      while (socket.isOpen()) {
        try {
          acceptOne();
        } catch (AsynchronousCloseException e) {
          LOG.debug("closed while accepting", e);
        } catch (IOException | RuntimeException | Error e) {
          failed(e);
        }
      }
    } catch (InterruptedException e) {
      LOG.debug("interrupted while accepting", e);
    }
  }

  private void acceptOne() throws IOException, InterruptedException {
    boolean permitted = true;
    if (overload == OverloadPolicy.REJECT) {
      permitted = connections.tryPermit();
    } else {
      connections.awaitPermit();
    }
    socket.accept(connections, permitted, admitted);
  }

  private void dispatch(Connection connection) {
    try {
      executor.execute(connection::proceed);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("cannot dispatch", e); // no room, or no thread could be started
      connection.reject();
    }
  }

  private void failed(Throwable e) {
    if (socket.isOpen()) {
      socket.failed(connections, e);
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
