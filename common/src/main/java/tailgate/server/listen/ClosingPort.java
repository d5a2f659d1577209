package tailgate.server.listen;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.log.SafeLogger;
import tailgate.server.connection.Connection;
import tailgate.server.connection.Connections;

/**
 * Closes a listening socket without losing a client. The kernel completes connections on its own
 * and keeps them in the backlog; if the socket is closed, it resets them. So this class accepts
 * until the backlog is empty, and then closes the socket at once.
 *
 * <pre>
 *   open --request--> accepting, holding --quiet, or LONGEST has passed--> closed
 *   closed, holding --all ports of the server are closed, or LONGEST has passed again--> released
 * </pre>
 *
 * <p>A client can still connect in the microseconds between the last look at the backlog and the
 * close. Clients that wait for a response do not connect again, though. So this class holds what it
 * has accepted, unserved, until nobody has connected for a moment, or for {@link #LONGEST}. They
 * are served when all listeners of the server have closed: a client that one of them has answered
 * may connect again, to another one that is just about to close.
 *
 * <p>If another process goes on to accept from the same socket, {@link #leave} replaces all of
 * this: no client is accepted any more, and those who wait are left to that process.
 *
 * <p>{@link #request}, {@link #leave}, {@link #isRequested}, {@link #isClosed} and {@link #await}
 * are thread-safe; the rest is confined to the accepting thread. Tests: StopContract.
 */
final class ClosingPort {

  private static final Logger LOG = SafeLogger.of(ClosingPort.class);

  /** The longest time for which a port stays open to wait for silence. */
  private static final Duration LONGEST = Duration.ofMillis(100);

  /** The longest time for which clients are held. */
  private static final Duration TOO_LONG = LONGEST.multipliedBy(2);

  private final ListeningSocket socket;
  private final SelectionKey key;
  private final Selector selector;
  private final Connections connections;
  private final LongSupplier clock;
  private final OpenPorts all;
  private final CountDownLatch closed = new CountDownLatch(1);
  private final Queue<Connection> held = new ArrayDeque<>();
  private final Consumer<Connection> hold = held::add;

  /** How long nobody must have connected. Volatile: set by the thread that stops the server. */
  private volatile @Nullable Duration quiet;

  /** Whether another process goes on to accept. Volatile: set once, by another thread. */
  private volatile boolean left;

  // Confined to the accepting thread.

  /** Whether it has begun to hold clients. */
  private boolean begun;

  private long begunNanos;

  /** When the last client was accepted. */
  private long acceptedNanos;

  /** The ports of a server that are not closed yet. Thread-safe. */
  static final class OpenPorts {
    private final AtomicInteger count = new AtomicInteger();

    private boolean isEmpty() {
      return count.get() == 0;
    }
  }

  /**
   * The port of a socket that is registered with the selector.
   *
   * @param all the ports of the same server
   */
  ClosingPort(
      ListeningSocket socket,
      SelectionKey key,
      Selector selector,
      Connections connections,
      OpenPorts all) {
    this.socket = socket;
    this.key = key;
    this.selector = selector;
    this.connections = connections;
    this.clock = connections.nanoClock();
    this.all = all;
    all.count.incrementAndGet();
  }

  // ---- for other threads

  /**
   * Has the accepting thread close the port.
   *
   * @param silence for how long nobody must have connected; zero if no client is active
   */
  void request(Duration silence) {
    quiet = silence;
    selector.wakeup();
  }

  /** Has the accepting thread stop to accept at once, because another process accepts. */
  void leave() {
    left = true;
    selector.wakeup();
  }

  /** Whether the port is being closed, or is closed. */
  boolean isRequested() {
    return left || quiet != null;
  }

  /** Whether nobody is accepted any more. */
  boolean isClosed() {
    return closed.getCount() == 0;
  }

  /**
   * Waits until the port is closed, and closes it if that takes too long.
   *
   * @return whether it was closed in time
   */
  boolean await(Duration timeout) throws InterruptedException {
    boolean inTime = closed.await(timeout.toNanos(), TimeUnit.NANOSECONDS);
    if (!inTime) {
      socket.close();
      selector.wakeup(); // a registered socket is closed only by the next select
    }
    return inTime;
  }

  // ---- for the accepting thread

  /** Whether clients are held at present, so that {@link #proceed} has to be called again. */
  boolean isHolding() {
    return begun && (!isClosed() || !held.isEmpty());
  }

  /** The time until {@link #proceed} should be called again, in milliseconds. */
  long waitMillis() {
    return 5;
  }

  /**
   * Accepts who waits, and closes the socket if it is time.
   *
   * @param selected gets the other keys that the selector reports meanwhile
   * @return whether it is time to {@link #release}
   */
  boolean proceed(Consumer<SelectionKey> selected) {
    if (left && !begun && !isClosed()) {
      key.cancel();
      closed();
    }
    Duration silence = quiet;
    if (silence != null && !isClosed()) {
      begin();
      close(silence, selected);
    }
    return !held.isEmpty() && isClosed() && (all.isEmpty() || isFull() || hasHeldFor(TOO_LONG));
  }

  private void close(Duration silence, Consumer<SelectionKey> selected) {
    boolean late = hasHeldFor(LONGEST);
    try {
      boolean empty = acceptAll(late);
      if (!late && (!empty || clock.getAsLong() - acceptedNanos < silence.toNanos())) {
        return;
      }
      key.cancel();
      selector.selectNow(selected); // a registered socket is closed only by the next select
      selector.wakeup(); // that may have taken the wake-up of somebody who has added to a queue
      acceptAll(true);
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      if (socket.isOpen()) { // else who stops the server has not waited
        socket.failed(connections, e);
        if (!late) {
          return;
        }
      }
    }
    closeNow();
  }

  /** Another port may need the permits of those who are held here to accept its last clients. */
  private boolean isFull() {
    boolean permitted = connections.tryPermit();
    if (permitted) {
      connections.releasePermit();
    }
    return !permitted;
  }

  private boolean hasHeldFor(Duration time) {
    return clock.getAsLong() - begunNanos >= time.toNanos();
  }

  private void begin() {
    if (!begun) {
      begun = true;
      begunNanos = clock.getAsLong();
      acceptedNanos = begunNanos;
      ListeningSocket.watch(key, SelectionKey.OP_ACCEPT);
    }
  }

  /**
   * Accepts all who wait; without a permit, they get 503.
   *
   * @param late whether there is no time left to wait for permits
   * @return whether nobody waits any more
   */
  private boolean acceptAll(boolean late) throws IOException {
    boolean accepted = true;
    while (accepted) {
      boolean permitted = connections.tryPermit();
      if (!permitted && !late) {
        return false;
      }
      accepted = socket.accept(connections, permitted, hold);
      if (accepted) {
        acceptedNanos = clock.getAsLong();
      }
    }
    return true;
  }

  /** Passes on what was accepted; the first failure does not keep the others from it. */
  void release(Consumer<Connection> admitted) {
    for (Connection connection = held.poll(); connection != null; connection = held.poll()) {
      try {
        admitted.accept(connection);
      } catch (RuntimeException | Error e) {
        connection.forceClose();
        LOG.error("closed a connection", e);
      }
    }
  }

  /** Closes the socket at once, for a thread that ends. */
  void closeNow() {
    socket.close();
    closed();
  }

  private void closed() {
    if (!isClosed()) {
      closed.countDown();
      all.count.decrementAndGet();
    }
  }
}
