package tailgate.server.listen;

import java.io.Closeable;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.channels.ServerSocketChannel;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;

/**
 * A listening socket from which all listeners of a server accept: because another process has made
 * it, and other processes may hold it too, or because the platform spreads no clients over several
 * sockets.
 *
 * <p>It is closed by the last listener that closes its share, or by {@link #release}. If {@code
 * mayClose} answers false, it is closed only when the process ends.
 *
 * <p>Thread-safe.
 */
public final class SharedSocket {

  private static final Logger LOG = SafeLogger.of(SharedSocket.class);

  private final ServerSocketChannel channel;
  private final BooleanSupplier mayClose;
  private final InetSocketAddress address;
  private final AtomicInteger shares = new AtomicInteger();

  /** Whether it may be closed; null if nobody has asked. Guarded by this. */
  private @Nullable Boolean closable;

  /**
   * Shares the socket of this channel.
   *
   * @param mayClose asked once, before the channel would be closed; may take some time
   * @throws IOException if it has no address
   */
  public SharedSocket(ServerSocketChannel channel, BooleanSupplier mayClose) throws IOException {
    this.channel = channel;
    this.mayClose = mayClose;
    this.address = (InetSocketAddress) channel.getLocalAddress();
  }

  /** The address on which it listens. */
  public InetSocketAddress address() {
    return address;
  }

  /**
   * Closes it, even if there are open shares, because only other processes continue to accept. If
   * all of these die, clients must be refused, and must not wait for this process. Other calls wait
   * for the end of the first one.
   */
  public void release() {
    try {
      close();
    } catch (IOException e) {
      LOG.debug("cannot close the shared socket", e);
    }
  }

  ServerSocketChannel channel() {
    return channel;
  }

  /** A share of it; closing it a second time does nothing. */
  Closeable share() {
    shares.incrementAndGet();
    var open = new AtomicBoolean(true);
    return () -> {
      if (open.compareAndSet(true, false) && shares.decrementAndGet() == 0) {
        close();
      }
    };
  }

  /**
   * Asks whether it may be closed. Whoever looks for clients before closing it calls this first:
   * those who connect between the last look and the close are reset.
   */
  synchronized boolean mayClose() {
    if (closable == null) {
      closable = mayClose.getAsBoolean();
    }
    return closable;
  }

  private void close() throws IOException {
    if (mayClose()) {
      channel.close();
    } else {
      LOG.debug("the port is closed when the process ends");
    }
  }
}
