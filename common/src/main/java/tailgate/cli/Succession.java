package tailgate.cli;

import java.io.IOException;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import tailgate.restart.Predecessor;
import tailgate.restart.Restart;
import tailgate.restart.Systemd;
import tailgate.server.listen.InheritedSocket;

/**
 * A server as one of a line of servers on the same socket: it takes over from the one before it,
 * and hands over to the next when SIGUSR1, or {@code ./tailgate restart}, asks for it.
 *
 * <pre>
 *   new --takeOver--> accepts clients --serving--> can be replaced --stop--> ends
 * </pre>
 *
 * <p>Confined to the thread that starts the server, except what a signal does.
 */
final class Succession implements AutoCloseable {

  private final Consumer<String> errors;
  private final Signals.Handled signal;
  private final @Nullable Predecessor predecessor;

  /** Volatile: set by the thread that starts the server, read by those of signals. */
  private volatile @Nullable Restart restart;

  /** Volatile, as above: why there is no restart. */
  private volatile String impossible;

  private Succession(
      Consumer<String> errors, @Nullable Predecessor predecessor, String impossible) {
    this.errors = errors;
    this.predecessor = predecessor;
    this.impossible = impossible;
    this.signal = Signals.handle("USR1", this::request);
  }

  /**
   * From now on SIGUSR1 does not end this process. One of several processes is not replaced alone.
   *
   * @param errors gets the reason if no restart is possible
   */
  static Succession of(WorkerRole role, Consumer<String> errors) {
    return role.isWorker()
        ? new Succession(errors, null, "its supervisor can be restarted, with all its processes")
        : new Succession(errors, Predecessor.find(), "it is not serving yet");
  }

  private void request() {
    Restart known = restart;
    if (known == null) {
      errors.accept("cannot restart: " + impossible);
      return;
    }
    var unused = known.request(); // the owner is told of a failure
  }

  /** The admin port that the predecessor has, and will free. */
  OptionalInt adminPort() {
    return predecessor == null ? OptionalInt.empty() : predecessor.adminPort();
  }

  /**
   * All is loaded: begins to serve, and to be observed. With a predecessor, both wait until it is
   * time. If the admin port is the one that the predecessor frees, it is too late to fail when it
   * is bound: this server has the clients then. Any other one must be free before.
   *
   * @param serve begins to accept clients
   * @param port the number of the admin port
   * @param listen binds the admin port
   */
  void takeOver(Runnable serve, int port, Runnable listen) {
    if (predecessor == null) {
      serve.run();
      listen.run();
      return;
    }
    boolean freed = adminPort().equals(OptionalInt.of(port));
    if (!freed) {
      listen.run();
    }
    predecessor.ready();
    serve.run();
    predecessor.accepting();
    if (freed) {
      try {
        listen.run();
      } catch (StartupException e) {
        errors.accept(e.getMessage() + "; goes on without it");
      }
    }
  }

  /** This server has all it needs: tells who waits for that, and can be replaced from now on. */
  void serving(@Nullable InheritedSocket inherited, Restart.Owner owner, Duration timeout) {
    if (inherited == null) {
      impossible =
          "the port would be closed, because this process has opened it itself; start the server"
              + " with ./tailgate serve, or with systemd's StandardInput=socket";
    } else {
      try {
        restart = Restart.open(inherited.address().getPort(), owner, timeout);
      } catch (IOException e) {
        impossible = "no control socket: " + e.getMessage();
        errors.accept("goes on without restarts: " + impossible);
      }
    }
    Systemd.ready();
    if (predecessor != null) {
      predecessor.done();
      predecessor.close();
    }
  }

  /** Whether it can be replaced. */
  boolean isReplaceable() {
    return restart != null;
  }

  /**
   * The server is about to end.
   *
   * @return whether a successor serves
   */
  boolean stop() throws InterruptedException {
    Restart known = restart;
    return known != null && known.stop();
  }

  @Override
  public void close() {
    signal.close();
    Restart known = restart;
    if (known != null) {
      known.close();
    }
    if (predecessor != null) {
      predecessor.close();
    }
  }
}
