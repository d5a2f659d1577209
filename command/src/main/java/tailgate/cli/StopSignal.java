package tailgate.cli;

import java.io.FileInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * SIGINT, SIGTERM, and the SIGHUP of a terminal that has closed, as something to wait for.
 *
 * <p>A terminal that closes sends SIGHUP, and so does a user who wants a server to reload. They
 * differ in that the first terminal is gone. A process that was started with SIGHUP ignored, as by
 * nohup, goes on to ignore it: the JVM sees to that.
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

  /**
   * Begins to handle the signals.
   *
   * @param reload runs after a SIGHUP, unless the terminal of this process has closed
   */
  void listen(Runnable reload) {
    boolean hadTerminal = hasTerminal();
    handled.add(Signals.handle("HUP", () -> hangUp(hadTerminal, reload)));
    handled.add(Signals.handle("INT", this::receive));
    handled.add(Signals.handle("TERM", this::receive));
  }

  private void hangUp(boolean hadTerminal, Runnable reload) {
    if (hadTerminal && !hasTerminal()) {
      request(); // is not counted: the shell sends SIGHUP, and the kernel when the shell ends
    } else {
      reload.run();
    }
  }

  /** Whether a terminal controls this process; only then this file can be opened (POSIX). */
  private static boolean hasTerminal() {
    try (var terminal = new FileInputStream("/dev/tty")) {
      return terminal.getFD().valid();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * Listens as {@link #listen} does, in a process with a supervisor. A terminal sends SIGINT and
   * SIGHUP to all processes, and systemd may send SIGTERM to all; the supervisor passes the signal
   * on too. So this process ignores SIGINT and SIGHUP, and a second SIGTERM does not end it at
   * once: if there is haste, the supervisor kills it.
   */
  void listenSupervised() {
    handled.add(Signals.handle("HUP", () -> {}));
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

  /** Does what a signal does. Tests run in the same process and call this instead. */
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
