package tailgate.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.ServerView;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Listener;
import tailgate.lab.machine.Ports;
import tailgate.lab.monitor.PauseLog;
import tailgate.lab.monitor.ServerMonitor;
import tailgate.lab.process.ChildLog;
import tailgate.lab.process.Children;
import tailgate.lab.project.Project;

/**
 * The procedure of each measurement of a stage, whatever the load: start it, wait until it answers,
 * drive the load, check that it still runs, stop it.
 *
 * @param common to all stages
 * @param readyTimeout how long a stage may take to answer its first request
 * @param candidates servers from elsewhere; each is started if a stage is asked for that has its
 *     name
 * @param elsewhere the machine of the stages, which has a Java of its own; empty for this one
 * @param load what drives the load from other machines; empty if this one does
 */
public record StageRun(
    Stages common,
    Duration readyTimeout,
    List<Candidate> candidates,
    Optional<Machine> elsewhere,
    Optional<LoadEngine<LoadSpec>> load) {

  /** How often a stage is started, each time at other ports, if one was taken meanwhile. */
  private static final int START_TRIES = 3;

  /** The file of a run for what was seen of the server. */
  private static final String SEEN = "server.json";

  /** The file of a run for the pauses of the server's JVM. */
  private static final String PAUSES = "pauses.log";

  public StageRun {
    candidates = List.copyOf(candidates);
  }

  /**
   * A run of stages on this machine.
   *
   * @param port the port of every stage, 0 for a free port for each
   * @param java the java binary for the stage
   * @param isolation of the stage and its load
   */
  public StageRun(
      Project project,
      int port,
      String java,
      Duration readyTimeout,
      Isolation isolation,
      List<Candidate> candidates) {
    this(
        new Stages(project, port, java, isolation),
        readyTimeout,
        candidates,
        Optional.empty(),
        Optional.empty());
  }

  /** A run of stages without candidates. */
  public StageRun(
      Project project, int port, String java, Duration readyTimeout, Isolation isolation) {
    this(project, port, java, readyTimeout, isolation, List.of());
  }

  /** A run of stages without isolation. */
  public StageRun(Project project, int port, String java, Duration readyTimeout) {
    this(project, port, java, readyTimeout, Isolation.NONE);
  }

  public Project project() {
    return common.project();
  }

  public String java() {
    return common.java();
  }

  public Isolation isolation() {
    return common.isolation();
  }

  /** Returns a copy with another Java for the stages. */
  StageRun on(String otherJava) {
    return new StageRun(common.on(otherJava), readyTimeout, candidates, elsewhere, load);
  }

  /** Returns a copy with another gate. */
  StageRun at(IdleGate gate) {
    return new StageRun(common.at(gate), readyTimeout, candidates, elsewhere, load);
  }

  /** Returns a copy with stages on another machine. */
  public StageRun on(Machine machine) {
    return new StageRun(common, readyTimeout, candidates, Optional.of(machine), load);
  }

  /** Returns a copy with load from elsewhere. */
  public StageRun under(LoadEngine<LoadSpec> fromElsewhere) {
    return new StageRun(common, readyTimeout, candidates, elsewhere, Optional.of(fromElsewhere));
  }

  /** Returns how many processors a server has. */
  public int serverCores() {
    if (elsewhere.isPresent()) {
      return elsewhere.get().cores();
    }
    return isolation().placement().isShared()
        ? Runtime.getRuntime().availableProcessors()
        : isolation().placement().server().size();
  }

  /**
   * Runs one stage under some work.
   *
   * @param resource what it must answer with 200 before the work begins
   * @param raw gets its log
   * @param progress gets a note if the stage did not stop when it was asked to
   * @throws LabException if the machine was not quiet, or the stage failed
   */
  public void measure(
      Server server,
      String resource,
      Ready.Work work,
      Path raw,
      Children children,
      PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    isolation().gate().pass();
    start(server, resource, work, raw, children, progress);
  }

  /**
   * Starts a stage and stops it once it has answered.
   *
   * @throws LabException if it does not answer
   */
  public void tryOut(String stage, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    start(new Server(stage, List.of()), Project.DATA, ready -> {}, raw, children, progress);
  }

  /** Runs a server under some work, on a machine that is known to be quiet. */
  void start(
      Server server,
      String resource,
      Ready.Work work,
      Path raw,
      Children children,
      PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    Optional<Candidate> candidate = candidate(server);
    if (candidate.isPresent()) {
      start(candidate.get(), server, common.chosenPort(), resource, work, raw, children, progress);
      return;
    }
    int triesLeft = START_TRIES - 1;
    while (!runs(server, resource, work, raw, children, progress, triesLeft > 0)) {
      triesLeft--;
    }
  }

  /**
   * Starts a stage once, and does the work.
   *
   * @return false if one of its ports, which were free, was taken before the stage bound it, and it
   *     may be tried again with others
   */
  private boolean runs(
      Server server,
      String resource,
      Ready.Work work,
      Path raw,
      Children children,
      PrintWriter progress,
      boolean mayTryAgain)
      throws IOException, LabException, InterruptedException {
    try (Machine.Place place = place(server, raw)) {
      StageProcess process =
          place.start(server, resource, new ChildLog(raw.resolve("server.log")), children);
      try {
        try {
          process.awaitReady(readyTimeout);
        } catch (LabException e) {
          if (mayTryAgain && process.foundPortTaken()) {
            return false;
          }
          Optional<String> ofHandler = process.reasonWith(server.ownHandler());
          throw ofHandler.isPresent()
              ? new HandlerException(ofHandler.get())
              : place.explained(e, process);
        }
        work.at(place.ready(process, progress));
        process.checkAlive();
        return true;
      } finally {
        if (!process.stop()) {
          progress.print("(ignored SIGTERM and was killed) ");
        }
      }
    }
  }

  private Machine.Place place(Server server, Path raw) throws IOException, LabException {
    return elsewhere.isPresent()
        ? elsewhere.get().place(common, server)
        : new Here(common, server, pauses(raw));
  }

  /** Returns the log of pauses in the folder of a server. */
  private static PauseLog pauses(Path ofServer) {
    return new PauseLog(ofServer.resolve(PAUSES));
  }

  private void start(
      Candidate candidate,
      Server server,
      int listenOn,
      String resource,
      Ready.Work work,
      Path raw,
      Children children,
      PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    CandidateStart starter = new CandidateStart(candidate, isolation().placement());
    URI asked = Here.uri(Ports.HOST, listenOn, candidate.pathBeside(resource));
    Instant before = Instant.now().minusSeconds(1); // the kernel's clock is a little coarser
    StageProcess process = starter.start(children, listenOn, common.root(server), asked, raw);
    try {
      CandidateStart.awaitReady(process, listenOn);
      work.at(new Ready(process.pid(), listenOn, Optional.empty(), process.processes()));
      process.checkAlive();
    } finally {
      // Before the stop, as long as nobody else can have the port.
      Set<Long> listeners = Listener.ON_THIS_MACHINE.of(listenOn);
      if (!process.stop()) {
        progress.print("(did not end with SIGTERM and was killed) ");
      }
      CandidateStart.clear(listeners, before);
    }
  }

  /** Returns what a plan only names of the servers: the commands of candidates. */
  public Map<String, Object> settings() {
    return candidates.isEmpty() ? Map.of() : Map.of("candidates", candidates);
  }

  /** Returns the candidate of that name; empty if the server is a stage. */
  private Optional<Candidate> candidate(Server server) {
    return candidates.stream()
        .filter(candidate -> candidate.name().equals(server.stage()))
        .findFirst();
  }

  /** Returns the load for a server: a candidate may have a path of its own. */
  LoadSpec loadFor(Server server, LoadSpec load) {
    return candidate(server).map(c -> load.asking(c.pathBeside(load.path()))).orElse(load);
  }

  /**
   * Runs one stage under a load, and monitors the server meanwhile. What was seen of it is in
   * {@code raw}, also if the load was broken off.
   *
   * @param path what the stage must answer with 200 before the load begins
   */
  public <L> void measure(
      Server server,
      String path,
      LoadEngine<L> engine,
      L load,
      Path raw,
      Children children,
      PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    IdleGate.Quiet quiet = isolation().gate().pass();
    start(server, path, monitored(quiet, engine, load, raw, children), raw, children, progress);
  }

  /** Returns work that drives a load, and leaves in {@code raw} what was seen of the server. */
  <L> Ready.Work monitored(
      IdleGate.Quiet quiet, LoadEngine<L> engine, L load, Path raw, Children children) {
    return monitored(quiet, engine, load, raw, raw, children);
  }

  /**
   * Returns work that drives one of several loads at a server.
   *
   * @param ofServer the folder of the server, in which its JVM logs its pauses
   */
  <L> Ready.Work monitored(
      IdleGate.Quiet quiet,
      LoadEngine<L> engine,
      L load,
      Path raw,
      Path ofServer,
      Children children) {
    PauseLog pauses = pauses(ofServer);
    return ready -> {
      try (ServerMonitor monitor =
          ready.elsewhere().isPresent()
              ? ServerMonitor.over(ready.elsewhere().get(), ready.stats(), pauses)
              : ServerMonitor.over(ready.pid(), ready.processes(), ready.stats(), pauses)) {
        try {
          engine.run(children, ready.host(), ready.port(), load, raw);
        } finally {
          JsonFiles.write(raw.resolve(SEEN), monitor.seen(conditions(quiet, monitor)));
        }
        monitor.check();
      }
    };
  }

  private Conditions conditions(IdleGate.Quiet quiet, ServerMonitor monitor) {
    ServerMonitor.Growth growth = monitor.growth(); // with the log of the JVM
    Map<Conditions.Counter, Double> counters = new EnumMap<>(growth.counters());
    if (!isolation().gate().looks()) {
      counters.remove(Conditions.Counter.PROCESSOR_MILLIS); // then no disturbance is known
    }
    return new Conditions(
        elsewhere.map(Machine::whichCores).orElse(isolation().placement().toString()),
        monitor.serverJvm(),
        Double.isNaN(quiet.idle()) ? null : quiet.idle(),
        Double.isNaN(quiet.stolen()) ? null : quiet.stolen(),
        quiet.waitedSeconds(),
        quiet.wasQuiet(),
        counters,
        growth.pauses());
  }

  /** Reads what was seen of the server in a run; nothing if it ended before its load began. */
  public static ServerView seen(Path raw) throws IOException {
    Path file = raw.resolve(SEEN);
    return Files.exists(file) ? JsonFiles.read(file, ServerView.class) : ServerView.NOTHING;
  }
}
