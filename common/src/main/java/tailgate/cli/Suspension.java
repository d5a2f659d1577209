package tailgate.cli;

import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ctrl-Z, SIGTSTP: the process is stopped as any other, but something is done before, and after it
 * goes on.
 *
 * <pre>
 *   handled here --signal--> handled by default, and sent again: stopped --SIGCONT--> handled here
 * </pre>
 *
 * <p>Java sends no signal to itself that it does not handle, so a shell of the same process group
 * does: to all of the group, as the terminal would. That shell is stopped too. Either of the two
 * may be the one to tell that it goes on: where SIGCONT is for this process alone the shell stays
 * stopped, and where nothing stops, as in a group that no shell looks after, there is no SIGCONT
 * but the shell ends at once. So SIGCONT is listened to before there is a shell to stop us.
 *
 * <p>{@link #listen} and {@link #close} belong to one thread, signals come on others.
 */
final class Suspension implements Signals.Handled {

  private static final Logger LOG = LoggerFactory.getLogger(Suspension.class);
  private static final String STOP = "TSTP";
  private static final String GO_ON = "CONT";
  private static final String[] STOP_ALL = {"sh", "-c", "kill -" + STOP + " 0"};

  private final Consumer<Runnable> around;

  /** Guarded by this. What is handled now; does nothing when nothing is. */
  private Signals.Handled handled = () -> {};

  /** Guarded by this. */
  private boolean listening;

  /** Has {@code around} do what is to be done, and run in between what it is given. */
  Suspension(Consumer<Runnable> around) {
    this.around = around;
  }

  synchronized void listen() {
    listening = true;
    handled = Signals.handle(STOP, () -> around.accept(this::stop));
  }

  private synchronized void stop() {
    handled.close();
    var goneOn = new CompletableFuture<Void>();
    Signals.Handled goingOn = Signals.handle(GO_ON, () -> goneOn.complete(null));
    try (goingOn) {
      Process stopping = new ProcessBuilder(STOP_ALL).start();
      try {
        CompletableFuture.anyOf(goneOn, stopping.onExit()).join();
      } finally {
        stopping.destroyForcibly(); // if it was left behind
      }
    } catch (IOException e) {
      LOG.debug("cannot stop", e);
    }
    if (listening) {
      listen();
    }
  }

  /** Leaves the signal to who handled it before. */
  @Override
  public synchronized void close() {
    listening = false;
    handled.close();
  }
}
