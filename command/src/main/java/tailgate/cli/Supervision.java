package tailgate.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import tailgate.admin.Management;
import tailgate.restart.OwnCommand;
import tailgate.server.listen.SharedSocket;
import tailgate.supervisor.ProcessSupervisor;
import tailgate.supervisor.Result;
import tailgate.supervisor.TimeLimits;

/**
 * The process that the user has started with {@code --processes N}. It serves no requests itself.
 * It starts N processes with its own command line, keeps them running, has the admin port and
 * speaks to the user.
 *
 * <p>Confined to the thread of the command, except where a method says otherwise.
 */
final class Supervision {

  /** How long a process may take beyond the times that the user has set. */
  private static final Duration STOP_MARGIN = Duration.ofSeconds(15);

  private final CommandLine line;
  private final AdminOptions admin;
  private final ProcessOptions process;
  private final StopSignal stopSignal;
  private final Succession succession;
  private final SharedSocket socket;

  /** What watches the processes; null until all are ready. Volatile: read when they stop. */
  private volatile @Nullable Management management;

  /** Why the supervisor has to stop although all processes are ready; null if it need not. */
  private @Nullable StartupException failure;

  /**
   * Supervision of processes that accept from this socket.
   *
   * @throws StartupException if there is no socket
   */
  Supervision(
      CommandLine line,
      AdminOptions admin,
      ProcessOptions process,
      StopSignal stopSignal,
      Succession succession,
      @Nullable SharedSocket socket) {
    if (socket == null) {
      throw new StartupException(
          "--processes needs a listening socket on descriptor 0, which the processes share: start"
              + " it with ./tailgate serve (which needs perl or python3), or by systemd with"
              + " StandardInput=socket");
    }
    this.line = line;
    this.admin = admin;
    this.process = process;
    this.stopSignal = stopSignal;
    this.succession = succession;
    this.socket = socket;
  }

  /** Runs until all processes have ended; the exit code. */
  int run() throws InterruptedException {
    try (ProcessSupervisor supervisor = supervisor()) {
      stopSignal.beforeHalt(supervisor::killAll);
      Thread.ofPlatform().daemon().name("tailgate-stop").start(() -> awaitStop(supervisor));
      Result result = supervisor.run();
      succession.stop(); // a client that has asked for a restart gets its answer before the end
      return exitCode(result);
    } finally {
      Management open = management;
      if (open != null) {
        open.close();
      }
    }
  }

  private ProcessSupervisor supervisor() {
    Duration stopLimit =
        admin.drainDelay.plus(process.stopGrace).plus(process.drainTimeout).plus(STOP_MARGIN);
    try {
      return new ProcessSupervisor(
          process.processes,
          OwnCommand.read(),
          new TimeLimits(process.restartTimeout, stopLimit),
          succession.hasPredecessor(),
          this::started);
    } catch (IOException e) {
      throw new StartupException("cannot start processes", e);
    }
  }

  private void started(ProcessSupervisor supervisor, String banner) {
    Management started = supervisor.management();
    management = started;
    try {
      succession.takeOver(started, socket, () -> {});
      // A successor starts one process, then the others; each may take the whole time.
      succession.serving(
          socket,
          started,
          process.restartTimeout.multipliedBy(2),
          () -> {
            supervisor.leave();
            started.releasePort();
          });
      print(banner, started);
    } catch (StartupException e) {
      failure = e;
      supervisor.stop();
    }
  }

  private void print(String banner, Management started) {
    PrintWriter out = line.getOut();
    out.print(banner + Banner.line("processes", Integer.toString(process.processes)));
    succession.bannerLines().forEach(row -> out.print(Banner.line(row.name(), row.value())));
    out.print(Banner.admin(started.address()));
    out.flush();
  }

  /** Waits for the end, on a thread of its own. */
  private void awaitStop(ProcessSupervisor supervisor) {
    try {
      stopSignal.await();
      stop(supervisor, succession.stop());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void stop(ProcessSupervisor supervisor, boolean replaced) {
    Management open = management;
    if (open != null) {
      open.drain();
    }
    line.getOut().println(stopping(supervisor.openConnections(), replaced));
    line.getOut().flush();
    if (replaced) {
      supervisor.leave();
      socket.release();
    } else {
      socket.release(); // first: the last process that closes its end closes the port
      supervisor.stop();
    }
  }

  private String stopping(long open, boolean replaced) {
    return admin.drainDelay.isZero() || replaced
        ? "stopping, " + Banner.plural(open, "connection") + " open"
        : "stopping in " + ValueFormat.of(admin.drainDelay) + ", no longer ready";
  }

  private int exitCode(Result result) {
    if (failure != null) {
      throw failure;
    }
    return switch (result) {
      case Result.Stopped(boolean orderly) -> orderly ? 0 : StageCommand.NOT_DRAINED;
      case Result.Failed(String reason) -> throw new StartupException(reason);
    };
  }
}
