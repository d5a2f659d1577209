package tailgate.lab.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.PortOwners;
import tailgate.lab.machine.Ports;
import tailgate.lab.machine.Tool;

/**
 * Starts and stops a candidate. All its processes are of a session that its shell begins, so that
 * they can be found, counted and stopped, and so that Ctrl-C reaches the lab alone.
 *
 * @param known what replaces names in the command, beside those of the server itself
 */
record CandidateStart(Candidate candidate, Placement placement, Map<String, String> known) {

  /** Long enough for a framework on one processor that others use, too. */
  static final Duration READY_TIMEOUT = Duration.ofSeconds(60);

  /** The time in which a program that runs in the background must begin to listen. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * Starts the candidate, and returns when it answers.
   *
   * @param root the folder that it serves
   * @param asks makes what it must answer
   * @param context its folder gets the log and files of the candidate's own
   */
  RunningServer start(int port, Path root, Function<URI, Probe> asks, RunContext context)
      throws IOException, LabException, InterruptedException {
    Instant before = Instant.now().minusSeconds(1); // the kernel's clock is a little coarser
    int admin = Ports.otherThan(port);
    try (Closer closer = new Closer()) {
      StageProcess process =
          StageProcess.startTree(
              context.children(),
              placement.ofServer(command(port, admin, root, context.folder())),
              asks.apply(Here.uri(Ports.HOST, port, "")),
              context.log(StageRun.LOG));
      closer.add(() -> stop(process, port, before, context));
      awaitReady(process, port);
      return new RunningServer(
          new Ready(
              process.pid(),
              port,
              candidate.hasStatistics()
                  ? Optional.of(Here.uri(Ports.HOST, admin, Here.STATS))
                  : Optional.empty(),
              processes(process, PortOwners.ON_THIS_MACHINE.of(port))),
          process::checkAlive,
          closer.handOver());
    }
  }

  private List<String> command(int port, int admin, Path root, Path folder)
      throws InterruptedException {
    List<String> command = new ArrayList<>();
    if (Tool.output("setsid", "--version").isPresent()) {
      command.add("setsid");
    }
    Map<String, String> values = new HashMap<>(known);
    values.put("port", Integer.toString(port));
    values.put("admin", Integer.toString(admin));
    values.put("root", root.toAbsolutePath().toString());
    values.put("cpus", Integer.toString(cores()));
    values.put("dir", folder.toAbsolutePath().toString());
    command.addAll(List.of("sh", "-c", candidate.commandLine(values)));
    return command;
  }

  private int cores() {
    return placement.isShared()
        ? Runtime.getRuntime().availableProcessors()
        : placement.server().size();
  }

  /**
   * Waits until the candidate answers.
   *
   * @throws LabException if it does not answer, also if it has left its shell
   */
  private static void awaitReady(StageProcess process, int port)
      throws LabException, InterruptedException {
    try {
      process.awaitReady(READY_TIMEOUT);
    } catch (LabException e) {
      Set<Long> background = process.hasSucceeded() ? soonListeningOn(port) : Set.of();
      if (background.isEmpty()) {
        throw e;
      }
      throw new LabException(
          "its command has ended, and a process in the background listens: the server has to stay"
              + " in the foreground, as nginx does with -g 'daemon off;'",
          e);
    }
  }

  /**
   * Returns the processes of a candidate: those of its session, and those that listen on its port
   * and need not be in it, as in a container on the network of this machine.
   */
  private static Optional<Supplier<Set<Long>>> processes(
      StageProcess process, Set<Long> listeners) {
    return process
        .processes()
        .map(
            session ->
                () -> {
                  Set<Long> all = new LinkedHashSet<>(session.get());
                  all.addAll(listeners);
                  return all;
                });
  }

  private static Set<Long> soonListeningOn(int port) throws InterruptedException {
    long end = System.nanoTime() + SOON.toNanos();
    Set<Long> listeners = PortOwners.ON_THIS_MACHINE.of(port);
    while (listeners.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(POLL);
      listeners = PortOwners.ON_THIS_MACHINE.of(port);
    }
    return listeners;
  }

  /**
   * Stops a candidate, and ends the listeners on its port that are left: they left its session.
   *
   * @param since a time before its start; an older process is somebody else's
   */
  private static void stop(StageProcess process, int port, Instant since, RunContext context) {
    // Before the stop, as long as nobody else can have the port.
    Set<Long> listeners = PortOwners.ON_THIS_MACHINE.of(port);
    if (!process.stop()) {
      context.say("(did not end with SIGTERM and was killed) ");
    }
    for (long pid : listeners) {
      ProcessHandle.of(pid)
          .filter(handle -> handle.info().startInstant().map(since::isBefore).orElse(false))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
