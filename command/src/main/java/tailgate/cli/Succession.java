package tailgate.cli;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tailgate.admin.Management;
import tailgate.restart.Predecessor;
import tailgate.restart.Restart;
import tailgate.restart.RestartException;
import tailgate.restart.Systemd;
import tailgate.server.Server;
import tailgate.server.listen.SharedSocket;

/**
 * One of several servers that follow each other on the same socket. It takes over from the server
 * before it, and hands over to the next one after SIGUSR1, SIGHUP or {@code ./tailgate restart}.
 *
 * <pre>
 *   new --ready--> may accept clients --accepting--> alone --serving--> can be replaced --stop--> ends
 * </pre>
 *
 * <p>Without a predecessor the first two steps do nothing. Confined to the thread that starts the
 * server, except for the restart that a signal requests.
 *
 * <p>Tests: HandOverProcessTest.
 */
final class Succession implements AutoCloseable {

  private final CommandLine line;
  private final ListenOptions listen;
  private final AdminOptions admin;
  private final StopSignal stopSignal;
  private final Signals.Handled signal;
  private final @Nullable Predecessor predecessor;

  /** Volatile: set by the thread that starts the server, read by those of signals. */
  private volatile @Nullable Restart restart;

  /** Volatile, as above: why there is no restart. */
  private volatile String impossible = "it is not serving yet";

  /**
   * Keeps SIGUSR1 from ending this process from now on.
   *
   * @throws StartupException if there is a predecessor that does not answer
   */
  Succession(CommandLine line, ListenOptions listen, AdminOptions admin, StopSignal stopSignal) {
    this.line = line;
    this.listen = listen;
    this.admin = admin;
    this.stopSignal = stopSignal;
    try {
      this.predecessor = Predecessor.find();
    } catch (RestartException e) {
      throw new StartupException("cannot take over: " + e.getMessage(), e);
    }
    this.signal = Signals.handle("USR1", this::request);
  }

  /** Begins a restart, or says why there is none. Thread-safe. */
  void request() {
    Restart known = restart;
    if (known == null) {
      printError("cannot restart: " + impossible);
      return;
    }
    var unused = known.request(); // the owner is told of a failure
  }

  /** A supervisor has started this process, and is the one to be replaced. */
  void leftToSupervisor() {
    long supervisor = ProcessHandle.current().parent().map(ProcessHandle::pid).orElse(0L);
    impossible = "this is one of several processes; process " + supervisor + " can be restarted";
  }

  /**
   * Takes over from the predecessor, if there is one, and binds the admin port. If the admin port
   * is another one than before, it must be free. If it is the same, it is free after the
   * predecessor has released it.
   *
   * @param inherited the socket; null if this process has opened the port
   * @param accept begins to accept clients
   * @throws StartupException if the admin port cannot be bound, before or without a predecessor
   */
  void takeOver(Management management, @Nullable SharedSocket inherited, Runnable accept) {
    OptionalInt before = predecessor == null ? OptionalInt.empty() : predecessor.adminPort();
    int port = admin.port(listen.port(inherited), before);
    Predicate<String> allowedHosts = listen.allowedHosts()::allows;
    if (predecessor == null) {
      accept.run();
      admin.listen(management, port, allowedHosts);
    } else if (before.equals(OptionalInt.of(port))) {
      handOver(predecessor, accept);
      try {
        admin.listen(management, port, allowedHosts);
      } catch (StartupException e) { // it is too late to fail: this server has the clients
        printError(e.getMessage() + "; goes on without it");
      }
    } else {
      admin.listen(management, port, allowedHosts);
      handOver(predecessor, accept);
    }
    admin.start(management);
  }

  /** Whether there is a server that this one replaces. */
  boolean hasPredecessor() {
    return predecessor != null;
  }

  /** Returns when this server is the only one that accepts, and the admin port is free. */
  private static void handOver(Predecessor from, Runnable accept) {
    from.ready(); // everything is loaded; returns when this server should accept
    accept.run();
    from.accepting();
  }

  /**
   * Says that this server has taken over everything. From now on it can be replaced.
   *
   * @param timeout until a successor has to be ready
   * @param release called when a successor accepts
   */
  void serving(
      @Nullable SharedSocket inherited,
      Management management,
      Duration timeout,
      Server.PortAction release) {
    if (inherited == null) {
      impossible =
          "the port would be closed, because this process has opened it itself; start the server"
              + " with ./tailgate serve, or with systemd's StandardInput=socket";
    } else {
      try {
        int port = inherited.address().getPort();
        restart = Restart.open(port, owner(management, release), timeout);
      } catch (IOException e) {
        impossible = "no control socket: " + e.getMessage();
        printError("goes on without restarts: " + impossible);
      }
    }
    Systemd.ready();
    if (predecessor != null) {
      predecessor.done();
      predecessor.close();
    }
  }

  private Restart.Owner owner(Management management, Server.PortAction release) {
    return new Restart.Owner() {
      @Override
      public OptionalInt adminPort() {
        return management.address().stream().mapToInt(InetSocketAddress::getPort).findFirst();
      }

      @Override
      public void release() {
        try {
          release.run();
        } catch (InterruptedException | RuntimeException e) {
          printError("cannot leave everything to the successor: " + e);
        }
      }

      @Override
      public void notReplaced(String reason) {
        printError("was not replaced: " + reason);
      }

      @Override
      public void handedOver(long successor) {
        line.getOut().println("handed over to process " + successor);
        line.getOut().flush();
        stopSignal.request();
      }
    };
  }

  private void printError(String text) {
    CommandErrors.print(line, text);
  }

  /** Says how it can be replaced, if it can. */
  List<Banner.Line> bannerLines() {
    long pid = ProcessHandle.current().pid();
    return restart == null
        ? List.of()
        : List.of(new Banner.Line("process", pid + ", ./tailgate restart " + pid + " replaces it"));
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
