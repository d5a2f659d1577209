package tailgate.server.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Closes connections whose clients may still be sending. To close such a socket at once would send
 * a reset, and the client may get the reset before it has read the last response. So this thread
 * shuts the output down, reads for a moment and drops what comes (RFC 9112 §9.6). One thread does
 * it for the whole server; no worker waits for it.
 *
 * <p>{@link #linger} is called by any thread and never blocks. The selector and the keys are
 * confined to the one thread. If there are too many lingering closes already, a new socket is
 * closed at once.
 *
 * <p>Tests: LingeringCloseTest.
 */
final class LingeringClose implements Runnable {

  private static final Logger LOG = LoggerFactory.getLogger(LingeringClose.class);
  private static final Duration LINGER_TIME = Duration.ofSeconds(2);
  private static final int MAX = 1024;

  private final Selector selector;
  private final LongSupplier nanoClock;
  private final Thread thread;
  private final Queue<SocketChannel> arriving = new ConcurrentLinkedQueue<>();

  /** Channels that linger, the arriving ones included. */
  private final AtomicInteger count = new AtomicInteger();

  private final ByteBuffer waste = ByteBuffer.allocateDirect(16 << 10);

  /** Whether to end once no channel is left. Volatile: set once by the thread that stops it. */
  private volatile boolean stopping;

  /** Whether to end at once. Volatile: set once by the thread that stops it. */
  private volatile boolean stopped;

  LingeringClose(LongSupplier nanoClock) throws IOException {
    this.selector = Selector.open();
    this.nanoClock = nanoClock;
    this.thread = Thread.ofPlatform().name("tailgate-lingering-close").daemon().unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Ends the server's side and reads until the client has ended its own, for a moment at most. */
  void linger(SocketChannel channel) {
    if (stopped || count.incrementAndGet() > MAX) {
      count.decrementAndGet();
      close(channel);
      return;
    }
    try {
      arriving.add(channel);
    } catch (OutOfMemoryError e) {
      leave(channel);
      throw e;
    }
    selector.wakeup();
    if (stopped) {
      closeArriving(); // the thread may have looked for the last time
    }
  }

  @Override
  public void run() {
    while (!stopped && !(stopping && count.get() == 0)) {
      try {
        selector.select(this::discard, selector.keys().isEmpty() ? 0 : LINGER_TIME.toMillis() / 4);
        takeIn();
        giveUp();
      } catch (Throwable t) {
        LOG.error("lingering close goes on", t);
      }
    }
    closeAll();
  }

  /**
   * Ends the thread.
   *
   * @param remaining how long present lingering closes may take
   */
  void stop(Duration remaining) throws InterruptedException {
    if (thread.getState() == Thread.State.NEW) {
      closeAll();
      return;
    }
    stopping = true;
    selector.wakeup();
    thread.join(remaining);
    stopped = true;
    selector.wakeup();
    thread.join();
  }

  /** Closes everything: the end of {@link #stop}, and enough if it was never started. */
  void closeAll() {
    stopped = true;
    closeArriving();
    selector.keys().forEach(key -> close((SocketChannel) key.channel()));
    closeSelector();
  }

  private void closeArriving() {
    for (SocketChannel channel = arriving.poll(); channel != null; channel = arriving.poll()) {
      close(channel);
    }
  }

  private void takeIn() {
    for (SocketChannel channel = arriving.poll(); channel != null; channel = arriving.poll()) {
      try {
        channel.configureBlocking(false);
        channel.shutdownOutput();
        Long until = nanoClock.getAsLong() + LINGER_TIME.toNanos();
        channel.register(selector, SelectionKey.OP_READ, until);
      } catch (IOException | RuntimeException | OutOfMemoryError e) {
        leave(channel);
        LOG.debug("cannot linger", e);
      }
    }
  }

  private void discard(SelectionKey key) {
    SocketChannel channel = (SocketChannel) key.channel();
    try {
      if (channel.read(waste.clear()) < 0) {
        leave(channel);
      }
    } catch (IOException e) {
      leave(channel);
    }
  }

  private void giveUp() {
    long now = nanoClock.getAsLong();
    for (SelectionKey key : selector.keys()) {
      if (key.isValid() && now - (Long) key.attachment() >= 0) {
        leave((SocketChannel) key.channel());
      }
    }
  }

  private void leave(SocketChannel channel) {
    close(channel);
    count.decrementAndGet();
  }

  /** Closes it at once. */
  static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }

  private void closeSelector() {
    try {
      selector.close();
    } catch (IOException e) {
      LOG.debug("cannot close", e);
    }
  }
}
