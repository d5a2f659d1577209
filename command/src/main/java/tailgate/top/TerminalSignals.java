package tailgate.top;

import java.io.IOException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import tailgate.cli.Signals;

/** Signals of a terminal, handled until the process ends. */
final class TerminalSignals {

  private static final String STOP = "TSTP";

  /** A stop signal has stopped the process after that time, if it stops it at all. */
  private static final long STOPPING_MILLIS = 100;

  private TerminalSignals() {}

  /** Runs the action when the size of the terminal changes. */
  static void onResize(Runnable action) {
    Signals.handle("WINCH", action);
  }

  /**
   * Handles Ctrl-Z. The given action runs what it is given: that stops the process, and returns
   * when the process continues.
   *
   * <pre>
   *   handled here --signal--> handled by default, and sent again: stopped --SIGCONT--> handled here
   * </pre>
   */
  static void onStop(Consumer<Runnable> around) {
    var handled = new AtomicReference<Signals.Handled>(() -> {});
    Runnable stop =
        () -> {
          handled.get().close();
          sendStop();
          onStop(around);
        };
    handled.set(Signals.handle(STOP, () -> around.accept(stop)));
  }

  /**
   * Stops this process as the terminal would. The kernel ignores the signal where no shell could
   * continue the process (an orphaned process group); then this returns after a moment.
   */
  private static void sendStop() {
    String command = "kill -" + STOP + " " + ProcessHandle.current().pid();
    try {
      new ProcessBuilder("sh", "-c", command).start().waitFor();
      Thread.sleep(STOPPING_MILLIS);
    } catch (IOException e) {
      // There is no shell here that could continue it.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
