package tailgate.cli;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tailgate.admin.Management;
import tailgate.log.StandardStreams;
import tailgate.restart.Predecessor;
import tailgate.server.Server;
import tailgate.server.listen.SharedSocket;
import tailgate.supervisor.SupervisorLink;

/**
 * How a server is operated: alone or as one of several processes, and before and after which other
 * server. Restarts and several processes reach {@link StageCommand} and {@link StageLauncher} only
 * through this class:
 *
 * <pre>
 *   StageCommand ──▶ Operation ──▶ Succession      takes over from a server, hands over to the next
 *                        ├───────▶ SupervisedRole  one of several processes, as its supervisor sees it
 *                        └───────▶ Supervision     the supervisor of several processes
 * </pre>
 *
 * <p>Confined to the thread of the command, except where a method says otherwise.
 */
final class Operation implements AutoCloseable {

  private final CommandLine line;
  private final ListenOptions listen;
  private final AdminOptions admin;
  private final ProcessOptions process;
  private final StopSignal stopSignal;
  private final ForcedEnd forcedEnd;
  private final SupervisedRole role;
  private final Succession succession;

  /** The socket passed on; null before {@link #begin}, and if this process opens the port. */
  private @Nullable SharedSocket inherited;

  /**
   * The operation that the environment of this process describes.
   *
   * @throws StartupException if a supervisor or a predecessor does not answer
   */
  Operation(
      CommandLine line,
      ListenOptions listen,
      AdminOptions admin,
      ProcessOptions process,
      StopSignal stopSignal,
      ForcedEnd forcedEnd) {
    this.line = line;
    this.listen = listen;
    this.admin = admin;
    this.process = process;
    this.stopSignal = stopSignal;
    this.forcedEnd = forcedEnd;
    this.role = SupervisedRole.find();
    try {
      this.succession = new Succession(line, listen, admin, stopSignal);
    } catch (Throwable t) {
      role.close();
      throw t;
    }
  }

  /** Tells those that have started this process, and wait for it, why it ends. */
  static void tellFailure(String reason) {
    Predecessor.tellFailure(reason);
    SupervisorLink.tellFailure(System.getenv(), reason);
  }

  /** Finds the inherited socket, and listens for signals from now on. */
  void begin() {
    if (isSupervised()) {
      stopSignal.listenSupervised();
      admin.admin = false; // the supervisor's
    } else {
      stopSignal.listen(succession::request);
    }
    inherited = SocketActivation.find(this::detachOutput);
    if (inherited != null && !isSupervised()) {
      String difference = listen.difference(line.getParseResult(), inherited);
      if (difference != null) {
        CommandErrors.print(line, difference);
      }
    }
  }

  /**
   * Makes standard output independent of the inherited socket, so that the socket can be closed.
   */
  private boolean detachOutput() {
    boolean done = StandardStreams.detach();
    if (done) {
      line.setOut(new PrintWriter(System.out, true, System.out.charset()));
      line.setErr(new PrintWriter(System.err, true, System.err.charset()));
    }
    return done;
  }

  /** Whether this process is one of several that a supervisor has started. */
  boolean isSupervised() {
    return role.isSupervised();
  }

  /** Whether this process only starts others, which serve. */
  boolean isSupervisor() {
    return !isSupervised() && process.processes > 1;
  }

  /** Starts the other processes, and runs until they have ended; the exit code. */
  int supervise() throws InterruptedException {
    return new Supervision(line, admin, process, stopSignal, succession, inherited).run();
  }

  /** The socket that listens already; null if this process has to open the port. */
  @Nullable SharedSocket inherited() {
    return inherited;
  }

  /** Whether there is a server that this one replaces. */
  boolean hasPredecessor() {
    return succession.hasPredecessor();
  }

  /** Takes over from the predecessor, if there is one, and starts the server. */
  void start(Server server, Management management) throws InterruptedException {
    try {
      // The server is started before the management, which is not needed to serve.
      succession.takeOver(management, inherited, server::start);
    } catch (RuntimeException e) {
      server.stop(Duration.ZERO);
      throw e;
    }
    if (isSupervised()) {
      succession.leftToSupervisor();
    } else {
      succession.serving(
          inherited,
          management,
          process.restartTimeout,
          () -> {
            server.leavePort();
            management.releasePort();
          });
    }
  }

  /** What the banner says of restarts. */
  List<Banner.Line> bannerLines() {
    return succession.bannerLines();
  }

  /** Tells the user or the supervisor that the server serves. */
  void ready(Banner banner, Server server, Management management) {
    role.ready(banner, line.getOut(), server, management, stopSignal);
  }

  /**
   * Stops the server, and leaves the port to other processes if some accept.
   *
   * @return whether all open requests were answered
   */
  boolean stop(Server server, Management management) throws InterruptedException {
    boolean replaced = succession.stop() || role.hasLeft();
    forcedEnd.begin(admin.drainDelay.plus(process.drainTimeout).plus(ForcedEnd.MARGIN));
    management.drain();
    server.announceStop();
    if (!admin.drainDelay.isZero() && !replaced) {
      role.say(line, "stopping in " + ValueFormat.of(admin.drainDelay) + ", no longer ready");
      Thread.sleep(admin.drainDelay);
    }
    role.say(line, "stopping, " + Banner.plural(server.openConnections(), "connection") + " open");
    boolean finished = server.stop(process.drainTimeout, role::closing);
    if (!finished) {
      CommandErrors.print(
          line, "not all requests were answered within " + ValueFormat.of(process.drainTimeout));
    }
    role.stopped(management);
    return finished;
  }

  @Override
  public void close() {
    succession.close();
    role.close();
  }
}
