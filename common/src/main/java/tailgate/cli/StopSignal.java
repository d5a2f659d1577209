package tailgate.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * SIGINT and SIGTERM as something to wait for.
 *
 * <p>A shutdown hook would do the same, but the exit code would then be the signal's and not ours.
 * Where signals cannot be handled, their default handling stays. A second signal ends the process
 * at once. A successor that has taken over is a reason to stop too, and no signal.
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

  /** From now on the two signals are handled here. */
  void listen() {
    handled.add(Signals.handle("INT", this::receive));
    handled.add(Signals.handle("TERM", this::receive));
  }

  /**
   * As {@link #listen}, in a process with a supervisor. A terminal sends SIGINT to all processes,
   * and systemd may send SIGTERM to all; the supervisor passes the signal on too. So SIGINT is left
   * to the supervisor, and a second SIGTERM is no wish for haste: the supervisor kills.
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

  /** What a signal does; tests, which are in the same process, do it themselves. */
  void receive() {
    if (signals.getAndIncrement() > 0) {
      beforeHalt.run();
      Runtime.getRuntime().halt(SIGNAL_EXIT);
    }
    received.countDown();
  }

  /** The server has to stop, and not because of a signal. */
  void request() {
    received.countDown();
  }

  /** Leaves the signals to who handled them before. */
  @Override
  public void close() {
    handled.forEach(Signals.Handled::close);
    handled.clear();
  }
}
