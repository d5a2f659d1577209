package tailgate.server;

import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.server.stage.OverloadPolicy;

/**
 * Dispatch by connection: one thread accepts, and hands each connection to the executor once.
 *
 * <p>Where the cap on connections is reached, or the executor is full, it waits (and the kernel's
 * backlog fills) or turns the connection away, as the policies say. It ends when its socket is
 * closed, and nothing else ends it.
 */
final class BlockingAcceptor implements Listener {

  private static final Logger LOG = LoggerFactory.getLogger(BlockingAcceptor.class);
  private static final long PAUSE_MILLIS = 50;

  private final ServerSocketChannel socket;
  private final ConnectionContext context;
  private final Executor executor;
  private final OverloadPolicy overload;
  private final AcceptErrorLog trouble = new AcceptErrorLog();
  private final Thread thread;

  BlockingAcceptor(
      ServerSocketChannel socket,
      ConnectionContext context,
      Executor executor,
      OverloadPolicy overload) {
    this.socket = socket;
    this.context = context;
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
    try {
      socket.close();
    } catch (IOException e) {
      LOG.warn("cannot close the port", e);
    }
  }

  @Override
  public void stop() throws InterruptedException {
    stopAccepting();
    if (thread.getState() == Thread.State.NEW) {
      return;
    }
    thread.interrupt(); // it may wait for a permit, or for room in the executor
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
    ConnectionLimit limit = context.connections().limit();
    boolean permitted = true;
    if (overload == OverloadPolicy.REJECT) {
      permitted = limit.tryAcquire();
    } else {
      limit.acquire();
    }
    SocketChannel channel = null;
    try {
      channel = socket.accept();
      trouble.over();
      context.counters().accepted.increment();
    } finally {
      if (channel == null && permitted) {
        limit.release();
      }
    }
    if (!permitted && !limit.tryAcquire()) { // one may have come free meanwhile
      context.reject(channel);
      return;
    }
    handOver(channel);
  }

  private void handOver(SocketChannel channel) {
    Connection connection = context.connections().admit(channel, context, true);
    if (connection == null) {
      return;
    }
    try {
      executor.execute(connection::proceed);
    } catch (RejectedExecutionException | OutOfMemoryError e) {
      LOG.debug("cannot dispatch", e); // no room, or no thread could be made for it
      connection.reject();
    }
  }

  private void failed(Throwable e) {
    if (socket.isOpen()) {
      context.counters().acceptFailures.increment();
      trouble.log(e);
      try {
        Thread.sleep(PAUSE_MILLIS);
      } catch (InterruptedException interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
