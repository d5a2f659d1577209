package tailgate.supervisor;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import tailgate.admin.Management;
import tailgate.admin.ProcessFigures;

/**
 * Serves with several processes: a {@link Supervisor} with processes of the operating system, and
 * their links.
 *
 * <p>{@link #run} belongs to one thread; the rest is thread-safe.
 */
public final class ProcessSupervisor implements AutoCloseable {

  private final ProcessSocket socket;
  private final ProcessFigures figures = new ProcessFigures(System::nanoTime);
  private final Supervisor supervisor;

  /**
   * Starts nothing yet.
   *
   * @param processes how many, at least 1
   * @param command the program and its arguments; it calls {@link SupervisorLink#connect}
   * @param replaces whether another server serves until these processes do; if they fail, it goes
   *     on
   * @param started gets this and the banner of a process when all are ready, on the thread that
   *     runs
   * @throws IOException if there can be no socket for the links
   */
  public ProcessSupervisor(
      int processes,
      List<String> command,
      TimeLimits limits,
      boolean replaces,
      BiConsumer<ProcessSupervisor, String> started)
      throws IOException {
    this.socket = ProcessSocket.open();
    this.supervisor =
        new Supervisor(
            processes,
            new ProcessLauncher(command, socket.path()),
            members -> new LinkedProcesses(members, figures),
            limits,
            replaces,
            banner -> started.accept(this, banner),
            System::nanoTime);
  }

  /** Starts the processes, and returns when all have ended. */
  public Result run() throws InterruptedException {
    socket.start(supervisor);
    return supervisor.run();
  }

  /** What the admin port shows; at least one process must be ready. */
  public Management management() {
    return new Management(supervisor.processes(), figures);
  }

  /** The number of open connections of all processes. */
  public long openConnections() {
    supervisor.processes().refresh(false);
    return figures.openConnections();
  }

  /** Tells all processes to finish their requests and to end. */
  public void stop() {
    supervisor.stop();
  }

  /** Stops as {@link #stop} does, while other processes accept from the same socket. */
  public void leave() {
    supervisor.leave();
  }

  /** Ends all processes at once. */
  public void killAll() {
    supervisor.killAll();
  }

  @Override
  public void close() {
    socket.close();
  }
}
