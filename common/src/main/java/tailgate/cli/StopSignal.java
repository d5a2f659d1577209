package tailgate.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * SIGINT and SIGTERM as something to wait for.
 *
 * <p>A shutdown hook would do the same, but then the exit code would be that of the signal. Where
 * signals cannot be handled, their default handling stays. A second signal ends the process at
 * once. {@link #request} stops the server without a signal, after a successor has taken over.
 *
 * <p>{@link #listen} and {@link #close} belong to one thread; the rest is thread-safe.
 */
final class StopSignal implements AutoCloseable {

  private static final int SIGNAL_EXIT = 130;

  private final CountDownLatch received = new CountDownLatch(1);
  private final AtomicInteger signals = new AtomicInteger();
  private final List<Signals.Handled> handled = new ArrayList<>();

  /** Volatile: set by the thread that listens, read by the one that gets a signal. */
  private volatile Runnable beforeHalt = () -> {};

  /** Begins to handle the two signals. */
  void listen() {
    handled.add(Signals.handle("INT", this::receive));
    handled.add(Signals.handle("TERM", this::receive));
  }

  /**
   * As {@link #listen}, in a process with a supervisor. A terminal sends SIGINT to all processes,
   * and systemd may send SIGTERM to all; the supervisor passes the signal on too. So this process
   * ignores SIGINT, and a second SIGTERM does not end it at once: if there is haste, the supervisor
   * kills it.
   */
  void listenSupervised() {
    handled.add(Signals.handle("INT", () -> {}));
    handled.add(Signals.handle("TERM", this::request));
  }

  /** What is to be done before a second signal ends the process. */
  void beforeHalt(Runnable action) {
    beforeHalt = action;
  }

  void await() throws InterruptedException {
    received.await();
  }

  /** What a signal does. Tests run in the same process and call this instead. */
  void receive() {
    if (signals.getAndIncrement() > 0) {
      beforeHalt.run();
      Runtime.getRuntime().halt(SIGNAL_EXIT);
    }
    received.countDown();
  }

  /** Stops the server for another reason than a signal. */
  void request() {
    received.countDown();
  }

  /** Restores the previous handling of the signals. */
  @Override
  public void close() {
    handled.forEach(Signals.Handled::close);
    handled.clear();
  }
}
