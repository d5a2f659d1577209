package tailgate.lab.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.machine.Listener;
import tailgate.lab.machine.Placement;
import tailgate.lab.machine.Tool;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;

/**
 * Starts and stops a candidate. All its processes are of a session that its shell begins, so that
 * they can be found, counted and stopped, and so that Ctrl-C reaches the lab alone.
 */
record CandidateStart(Candidate candidate, Placement placement) {

  static final Duration READY_TIMEOUT = Duration.ofSeconds(20);

  /** The time in which a program that runs in the background must begin to listen. */
  private static final Duration SOON = Duration.ofSeconds(5);

  private static final Duration POLL = Duration.ofMillis(100);

  /**
   * Starts the candidate; it need not listen yet.
   *
   * @param folder of the run, for its log and files of its own
   */
  StageProcess start(Children children, int port, Path root, URI resource, Path folder)
      throws IOException, InterruptedException {
    String line = candidate.commandLine(port, root, cores(), folder);
    List<String> command = new ArrayList<>();
    if (Tool.output("setsid", "--version").isPresent()) {
      command.add("setsid");
    }
    command.addAll(List.of("sh", "-c", line));
    return StageProcess.startTree(
        children,
        placement.ofServer(command),
        resource,
        new ChildLog(folder.resolve("server.log")));
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
  static void awaitReady(StageProcess process, int port) throws LabException, InterruptedException {
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

  private static Set<Long> soonListeningOn(int port) throws InterruptedException {
    long end = System.nanoTime() + SOON.toNanos();
    Set<Long> listeners = Listener.ON_THIS_MACHINE.of(port);
    while (listeners.isEmpty() && System.nanoTime() < end) {
      Thread.sleep(POLL);
      listeners = Listener.ON_THIS_MACHINE.of(port);
    }
    return listeners;
  }

  /**
   * Ends the listeners on a candidate's port that are left after its stop: they left its session.
   *
   * @param since a time before its start; an older process is somebody else's
   */
  static void clear(Set<Long> listeners, Instant since) {
    for (long pid : listeners) {
      ProcessHandle.of(pid)
          .filter(process -> process.info().startInstant().map(since::isBefore).orElse(false))
          .ifPresent(ProcessHandle::destroyForcibly);
    }
  }
}
