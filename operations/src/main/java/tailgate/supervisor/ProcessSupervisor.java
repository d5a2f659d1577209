package tailgate.supervisor;

import java.io.IOException;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tailgate.admin.Management;
import tailgate.admin.ProcessFigures;

/**
 * Serves with several processes: a {@link Supervisor} with processes of the operating system, and
 * their links.
 *
 * <p>{@link #run} belongs to one thread; the rest is thread-safe.
 */
public final class ProcessSupervisor implements AutoCloseable {

  private static final Pattern SAID =
      Pattern.compile("(?<process>\\d{1,4}) (?<pid>\\d{1,18})\n(?<rest>.*)", Pattern.DOTALL);

  private final ProcessSocket socket;
  private final ProcessFigures figures = new ProcessFigures(System::nanoTime);
  private final Supervisor supervisor;

  /** Volatile: written by the threads that read the links, read by the thread that runs. */
  private volatile String banner = "";

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
            () -> started.accept(this, banner),
            System::nanoTime);
  }

  /** Starts the processes, and returns when all have ended. */
  public Result run() throws InterruptedException {
    socket.start(new Heard());
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

  /** Passes the messages of the processes on. */
  private final class Heard implements ProcessLink.Listener {

    @Override
    public void figures(ProcessLink from, byte[] latest) {
      supervisor.processes().answered(from, latest);
    }

    @Override
    public void ready(ProcessLink from, String text) {
      Matcher said = parse(text);
      banner = said.group("rest");
      supervisor.ready(process(said), pid(said), from);
    }

    @Override
    public void closing(ProcessLink from) {
      supervisor.closing(from);
    }

    @Override
    public void left(ProcessLink from) {
      supervisor.left(from);
    }

    @Override
    public void failed(String text) {
      Matcher said = parse(text);
      supervisor.cannotStart(process(said), pid(said), said.group("rest"));
    }

    private static Matcher parse(String text) {
      Matcher said = SAID.matcher(text);
      if (!said.matches()) {
        throw new IllegalStateException("not what a process says");
      }
      return said;
    }

    private static int process(Matcher said) {
      return Integer.parseInt(said.group("process"));
    }

    private static long pid(Matcher said) {
      return Long.parseLong(said.group("pid"));
    }
  }
}
