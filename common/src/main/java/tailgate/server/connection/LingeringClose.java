package tailgate.server.connection;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.observe.ServerCounters;
import tailgate.server.observe.ServerCounters.ServerEvent;

/**
 * Closes connections whose clients may still be sending. To close such a socket at once would send
 * a reset, and the client may get the reset before it has read the last response. So the output is
 * shut down at once, and this thread reads and drops what comes until the client has ended its side
 * too, for a moment at most (RFC 9112 §9.6). One thread does it for the whole server; no worker
 * waits for it.
 *
 * <pre>
 *   linger --> arriving --a moment later: the client has ended--> closed
 *                  \\                                                ^
 *                   +--not yet--> watched by the selector ----------+
 * </pre>
 *
 * <p>A stage without keep-alive ends each connection here. Most clients end their side within a
 * moment, and these connections cost no wake-up and no registration: the thread comes back for them
 * every {@link #MOMENT}.
 *
 * <p>{@link #linger} is called by any thread and never blocks. The selector, the keys and what has
 * been taken in are confined to the one thread. If there are too many lingering closes already, a
 * new socket is closed at once, and counted.
 *
 * <p>Tests: LingeringCloseTest.
 */
final class LingeringClose implements Runnable {

  /** Channels that may linger at a time, if there are descriptors for so many. */
  static final int MAX = 8192;

  private static final Logger LOG = SafeLogger.of(LingeringClose.class);
  private static final Duration LINGER_TIME = Duration.ofSeconds(2);
  private static final Duration BRIEF_TIME = Duration.ofMillis(250);
  private static final Duration MOMENT = Duration.ofMillis(5);

  private final Selector selector;
  private final LongSupplier nanoClock;
  private final ServerCounters counters;
  private final int max;
  private final Thread thread;
  private final Queue<Leaving> arriving = new ConcurrentLinkedQueue<>();

  /** Taken in, and not yet looked at. Confined to the thread. */
  private final Queue<Leaving> taken = new ArrayDeque<>();

  /** A channel, and until when it may linger. */
  private record Leaving(SocketChannel channel, long untilNanos) {}

  /** Channels that linger, the arriving ones included. */
  private final AtomicInteger count = new AtomicInteger();

  private final ByteBuffer waste = ByteBuffer.allocateDirect(16 << 10);
  private final Consumer<SelectionKey> discard = this::discard;

  /** Whether the thread has to be woken. Volatile: written by the thread, read by all. */
  private volatile boolean asleep;

  /** Whether to end once no channel is left. Volatile: set once by the thread that stops it. */
  private volatile boolean stopping;

  /** Whether the thread has to end at once. Volatile: set once by the thread that stops it. */
  private volatile boolean stopped;

  /**
   * Creates a thread that closes, with no connection yet.
   *
   * @param max channels that may linger at a time, each with its descriptor
   */
  LingeringClose(LongSupplier nanoClock, ServerCounters counters, int max) throws IOException {
    this.max = max;
    this.selector = Selector.open();
    this.nanoClock = nanoClock;
    this.counters = counters;
    this.thread = Thread.ofPlatform().name("tailgate-lingering-close").daemon().unstarted(this);
  }

  void start() {
    thread.start();
  }

  /** Ends the server's side and reads until the client has ended its own, for a moment at most. */
  void linger(SocketChannel channel) {
    linger(channel, LINGER_TIME);
  }

  /** Lingers for a shorter moment, because no response is on its way. */
  void lingerBriefly(SocketChannel channel) {
    linger(channel, BRIEF_TIME);
  }

  private void linger(SocketChannel channel, Duration time) {
    if (stopped || count.incrementAndGet() > max) {
      count.decrementAndGet();
      counters.count(ServerEvent.NOT_LINGERED);
      close(channel);
      return;
    }
    try {
      channel.configureBlocking(false);
      channel.shutdownOutput();
      arriving.add(new Leaving(channel, nanoClock.getAsLong() + time.toNanos()));
    } catch (IOException e) {
      leave(channel); // the client is gone
    } catch (Throwable t) {
      leave(channel);
      throw t;
    }
    if (asleep) {
      selector.wakeup();
    }
    if (stopped) {
      closeArriving(); // the thread may have looked for the last time
    }
  }

  // ---- the thread

  @Override
  public void run() {
    while (!stopped && !(stopping && count.get() == 0)) {
      try {
        lookAtTaken();
        takeIn();
        await();
        giveUp();
      } catch (Throwable t) {
        LOG.error("lingering close goes on", t);
      }
    }
    closeAll();
  }

  /** Closes those whose clients have ended by now; the selector watches the others. */
  private void lookAtTaken() {
    for (Leaving each = taken.poll(); each != null; each = taken.poll()) {
      SocketChannel channel = each.channel;
      try {
        if (isInputShutDown(channel)) { // reads nothing any more, and not even the client's end
          channel.register(selector, 0, each.untilNanos);
        } else if (!closeIfEnded(channel)) {
          channel.register(selector, SelectionKey.OP_READ, each.untilNanos);
        }
      } catch (Throwable t) {
        leave(channel);
        LOG.debug("cannot linger", t);
      }
    }
  }

  private static boolean isInputShutDown(SocketChannel channel) {
    return channel.socket().isInputShutdown();
  }

  private void takeIn() {
    for (Leaving each = arriving.poll(); each != null; each = arriving.poll()) {
      taken.add(each);
    }
  }

  private void await() throws IOException {
    if (!taken.isEmpty()) {
      selector.select(discard, MOMENT.toMillis());
      return;
    }
    asleep = true;
    try {
      if (arriving.isEmpty() && !stopping) { // else nobody may wake it
        selector.select(discard, selector.keys().isEmpty() ? 0 : BRIEF_TIME.toMillis() / 2);
      } else {
        selector.select(discard, MOMENT.toMillis());
      }
    } finally {
      asleep = false;
    }
  }

  private void discard(SelectionKey key) {
    closeIfEnded((SocketChannel) key.channel());
  }

  /** Drops what has arrived; returns whether the client had ended its side. */
  private boolean closeIfEnded(SocketChannel channel) {
    try {
      if (channel.read(waste.clear()) >= 0) {
        return false;
      }
    } catch (IOException e) {
      LOG.trace("the client is gone", e);
    }
    leave(channel);
    return true;
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

  // ---- the end

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
    taken.forEach(each -> close(each.channel));
    closeArriving();
    selector.keys().forEach(key -> close((SocketChannel) key.channel()));
    close(selector);
  }

  private void closeArriving() {
    for (Leaving each = arriving.poll(); each != null; each = arriving.poll()) {
      close(each.channel);
    }
  }

  /** Closes it at once. */
  static void close(AutoCloseable channel) {
    try {
      channel.close();
    } catch (Exception e) {
      LOG.debug("cannot close", e);
    }
  }
}
