package tailgate.lab.run;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import tailgate.lab.LabException;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;
import tailgate.lab.process.ProcessTree;
import tailgate.lab.remote.ServerHost;

/**
 * A server under test, as a child process.
 *
 * <pre>
 *   start ──► awaitReady ──► (load) ──► checkAlive ──► stop
 *                 │                         │            ▲
 *                 └── dead, mute, refuses   └── dead     │
 *                              └────────────────┴────────┘
 * </pre>
 *
 * Confined to one thread.
 */
final class StageProcess {

  private static final Duration POLL = Duration.ofMillis(50);

  /** The words of the kernel, and so of a {@link java.net.BindException}. */
  private static final String PORT_TAKEN = "Address already in use";

  private static final String OTHER_PATH = "; --path or --candidate-path names what it answers";

  private final Children children;
  private final Process process;
  private final ChildLog log;
  private final Probe probe;

  /** Gives the numbers of all processes of the server; empty if it has only one. */
  private final Optional<Supplier<Set<Long>>> processes;

  /** The machine that the server runs on; empty for this one. */
  private final Optional<ServerHost> elsewhere;

  /** Whether the server has taken the connection of a probe, and then was silent. */
  private boolean hasAccepted;

  /** Whether the server has answered the probe, with whatever status. */
  private boolean hasAnswered;

  private StageProcess(
      Children children,
      Process process,
      ChildLog log,
      Probe probe,
      Optional<Supplier<Set<Long>>> processes,
      Optional<ServerHost> elsewhere) {
    this.processes = processes;
    this.elsewhere = elsewhere;
    this.children = children;
    this.process = process;
    this.log = log;
    this.probe = probe;
  }

  /**
   * Starts the server; it need not listen yet.
   *
   * @param probe must be answered in {@link #awaitReady}
   */
  static StageProcess start(Children children, List<String> command, Probe probe, ChildLog log)
      throws IOException {
    Process process = children.start(log.process(command));
    return new StageProcess(children, process, log, probe, Optional.empty(), Optional.empty());
  }

  /** Starts a command that begins a session, in which it may start other processes. */
  static StageProcess startTree(Children children, List<String> command, Probe probe, ChildLog log)
      throws IOException {
    ProcessTree tree = children.startTree(log.process(command));
    return new StageProcess(
        children, tree, log, probe, Optional.of(tree::members), Optional.empty());
  }

  /** Returns the process of a server that was started on another machine. */
  static StageProcess elsewhere(
      Children children, Process process, Probe probe, ChildLog log, ServerHost host) {
    return new StageProcess(children, process, log, probe, Optional.empty(), Optional.of(host));
  }

  /**
   * Returns once the server has answered the probe.
   *
   * @throws HandlerException if it is a stage that gives another answer, or none
   */
  void awaitReady(Duration timeout) throws LabException, InterruptedException {
    long deadline = System.nanoTime() + timeout.toNanos();
    while (!answers(deadline)) {
      process.waitFor(POLL.toNanos(), TimeUnit.NANOSECONDS);
      if (!process.isAlive()) {
        throw died("before it answered");
      }
      if (System.nanoTime() - deadline >= 0) {
        String what = "did not answer %s within %s ms".formatted(probe, timeout.toMillis());
        throw hasAccepted ? refused(what) : new LabException(what + log.tail());
      }
    }
    if (!process.isAlive()) {
      throw died("yet something else answers " + probe);
    }
  }

  /** Whether the server answers; false means not yet. */
  private boolean answers(long deadline) throws LabException {
    long left = Math.max(1, TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime()));
    try {
      int status = probe.status(Duration.ofMillis(left));
      hasAnswered = true;
      if (!probe.accepts(status)) {
        throw refused(probe.refusal(status) + (processes.isPresent() ? OTHER_PATH : ""));
      }
      return true;
    } catch (SocketTimeoutException e) {
      hasAccepted = true;
      return false; // the deadline is over; awaitReady says so
    } catch (IOException e) {
      return false; // not listening yet
    }
  }

  long pid() {
    return process.pid();
  }

  Optional<Supplier<Set<Long>>> processes() {
    return processes;
  }

  /** Whether the server runs and has not answered at all. */
  boolean isMute() {
    return process.isAlive() && !hasAnswered;
  }

  /** Whether the server has ended by itself, with exit code 0. */
  boolean hasSucceeded() {
    return !process.isAlive() && process.exitValue() == 0;
  }

  /** Whether the server has ended because somebody else had one of its ports. */
  boolean foundPortTaken() {
    return !process.isAlive() && log.tail().contains(PORT_TAKEN);
  }

  /** Checks after the load that the server runs: one that died under it was not measured. */
  void checkAlive() throws LabException {
    if (!process.isAlive()) {
      throw died("under load");
    }
  }

  /**
   * Stops the server with SIGTERM, if it still runs.
   *
   * @return whether it ended by itself; otherwise it has been killed
   */
  boolean stop() {
    return children.stop(process);
  }

  /** Returns the error of a refusal: a candidate has its own handler, all stages have the same. */
  private LabException refused(String what) {
    return processes.isPresent()
        ? new LabException(what + log.tail())
        : new HandlerException(
            log.exceptions().stream()
                .findFirst()
                .map(
                    exception ->
                        format(
                            "the handler %s: %s, in %s line %d",
                            what, exception, log.file(), exception.line()))
                .orElse("the server %s; its log is %s".formatted(what, log.file())));
  }

  /** Says why the server has not started, if its last line has one of these words. */
  Optional<String> reasonWith(List<String> words) {
    String last = log.lastLine();
    boolean isFailure = !process.isAlive() && process.exitValue() != 0;
    return isFailure && words.stream().anyMatch(last::contains)
        ? Optional.of(last + "; its log is " + log.file())
        : Optional.empty();
  }

  private LabException died(String when) {
    if (elsewhere.isPresent() && ServerHost.isLost(process.exitValue())) {
      return new LabException(
          "the connection to %s has ended%s".formatted(elsewhere.get().name(), log.tail()));
    }
    return new LabException(
        format("ended %s, with exit code %d%s", when, process.exitValue(), log.tail()));
  }
}
