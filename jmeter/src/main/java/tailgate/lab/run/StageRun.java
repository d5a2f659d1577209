package tailgate.lab.run;

import java.io.IOException;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Supplier;
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
 * @param port the port of every stage, 0 for a free port for each
 * @param java the java binary for the stage
 * @param readyTimeout how long a stage may take to answer its first request
 * @param isolation of the stage and its load
 * @param candidates servers from elsewhere; each is started if a stage is asked for that has its
 *     name
 */
public record StageRun(
    Project project,
    int port,
    String java,
    Duration readyTimeout,
    Isolation isolation,
    List<Candidate> candidates) {

  public StageRun {
    candidates = List.copyOf(candidates);
  }

  /** Without candidates. */
  public StageRun(
      Project project, int port, String java, Duration readyTimeout, Isolation isolation) {
    this(project, port, java, readyTimeout, isolation, List.of());
  }

  /** Without isolation. */
  public StageRun(Project project, int port, String java, Duration readyTimeout) {
    this(project, port, java, readyTimeout, Isolation.NONE);
  }

  /** The same with another Java for the stages. */
  StageRun on(String otherJava) {
    return new StageRun(project, port, otherJava, readyTimeout, isolation, candidates);
  }

  private static final String STATS = "/stats";

  /** How often a stage is started, each time at other ports, if one was taken meanwhile. */
  private static final int START_TRIES = 3;

  /** A file in the folder of a run. */
  private static final String SEEN = "server.json";

  /** Another: the pauses of the server's JVM. */
  private static final String PAUSES = "pauses.log";

  /**
   * A stage and how it is started.
   *
   * @param arguments beyond its port and its root
   * @param root what it serves; the sample site if empty
   * @param jvm options of its JVM
   */
  public record Server(
      String stage, List<String> arguments, Optional<Path> root, List<String> jvm) {
    public Server {
      arguments = List.copyOf(arguments);
      jvm = List.copyOf(jvm);
    }

    /** Without options of its JVM. */
    public Server(String stage, List<String> arguments, Optional<Path> root) {
      this(stage, arguments, root, List.of());
    }

    /** Of the sample site. */
    public Server(String stage, List<String> arguments) {
      this(stage, arguments, Optional.empty());
    }
  }

  /**
   * A stage that is ready for its load.
   *
   * @param stats the address of its statistics; empty if it has none that are known
   * @param processes the numbers of all that belong to it; empty if it is the only one
   */
  public record Ready(
      long pid, int port, Optional<URI> stats, Optional<Supplier<Set<Long>>> processes) {

    /** A server that is one process. */
    public Ready(long pid, int port, Optional<URI> stats) {
      this(pid, port, stats, Optional.empty());
    }
  }

  /** What is done to the stage while it runs. */
  @FunctionalInterface
  public interface Work {
    void at(Ready server) throws IOException, LabException, InterruptedException;
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
      Server server, String resource, Work work, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    isolation.gate().pass();
    start(server, resource, work, raw, children, progress);
  }

  /** The same on a machine that is known to be quiet. */
  void start(
      Server server, String resource, Work work, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    Optional<Candidate> candidate = candidate(server);
    if (candidate.isPresent()) {
      start(candidate.get(), server, chosenPort(), resource, work, raw, children, progress);
      return;
    }
    int triesLeft = START_TRIES - 1;
    while (!runs(server, resource, work, raw, children, progress, triesLeft > 0)) {
      triesLeft--;
    }
  }

  /**
   * Starts it once.
   *
   * @return false if one of its ports, which were free, was taken before the stage bound it, and it
   *     may be tried again with others
   */
  private boolean runs(
      Server server,
      String resource,
      Work work,
      Path raw,
      Children children,
      PrintWriter progress,
      boolean mayTryAgain)
      throws IOException, LabException, InterruptedException {
    int listenOn = chosenPort();
    OptionalInt adminPort = adminPort(server, listenOn);
    StageProcess process =
        StageProcess.start(
            children,
            command(server, listenOn, adminPort, new PauseLog(raw.resolve(PAUSES))),
            uri(listenOn, resource),
            new ChildLog(raw.resolve("server.log")));
    try {
      try {
        process.awaitReady(readyTimeout);
      } catch (LabException e) {
        if (mayTryAgain && process.foundPortTaken()) {
          return false;
        }
        throw e;
      }
      Optional<URI> stats = adminPort.stream().mapToObj(at -> uri(at, STATS)).findFirst();
      work.at(new Ready(process.pid(), listenOn, stats));
      process.checkAlive();
      return true;
    } finally {
      if (!process.stop()) {
        progress.print("(ignored SIGTERM and was killed) ");
      }
    }
  }

  private void start(
      Candidate candidate,
      Server server,
      int listenOn,
      String resource,
      Work work,
      Path raw,
      Children children,
      PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    CandidateStart its = new CandidateStart(candidate, isolation.placement());
    URI asked = uri(listenOn, candidate.pathBeside(resource));
    Instant before = Instant.now().minusSeconds(1); // the kernel's clock is a little coarser
    StageProcess process = its.start(children, listenOn, root(server), asked, raw);
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

  /** What makes servers what they are that a plan only names: the commands of candidates. */
  public Map<String, Object> settings() {
    return candidates.isEmpty() ? Map.of() : Map.of("candidates", candidates);
  }

  /** The candidate that is meant; empty if it is a stage. */
  private Optional<Candidate> candidate(Server server) {
    return candidates.stream().filter(one -> one.name().equals(server.stage())).findFirst();
  }

  /** A load for a server: a candidate may have a path of its own. */
  LoadSpec loadFor(Server server, LoadSpec load) {
    return candidate(server).map(its -> load.asking(its.pathBeside(load.path()))).orElse(load);
  }

  private Path root(Server server) {
    return server.root().orElse(project.site());
  }

  /**
   * The same with a load as the work, and with the server monitored meanwhile. What was seen of it
   * is in {@code raw}, also if the load was broken off.
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
    IdleGate.Quiet quiet = isolation.gate().pass();
    start(server, path, monitored(quiet, engine, load, raw, children), raw, children, progress);
  }

  /** Drives a load at a server, and leaves in {@code raw} what was seen of it meanwhile. */
  <L> Work monitored(
      IdleGate.Quiet quiet, LoadEngine<L> engine, L load, Path raw, Children children) {
    return monitored(quiet, engine, load, raw, raw, children);
  }

  /**
   * The same for one of several loads at a server.
   *
   * @param ofServer the folder of the server, in which its JVM logs its pauses
   */
  <L> Work monitored(
      IdleGate.Quiet quiet,
      LoadEngine<L> engine,
      L load,
      Path raw,
      Path ofServer,
      Children children) {
    PauseLog pauses = new PauseLog(ofServer.resolve(PAUSES));
    return ready -> {
      try (ServerMonitor monitor =
          ServerMonitor.over(ready.pid(), ready.processes(), ready.stats(), pauses)) {
        try {
          engine.run(children, ready.port(), load, raw);
        } finally {
          JsonFiles.write(raw.resolve(SEEN), monitor.seen(conditions(quiet, monitor)));
        }
        monitor.check();
      }
    };
  }

  private Conditions conditions(IdleGate.Quiet quiet, ServerMonitor monitor) {
    return new Conditions(
        isolation.placement().toString(),
        monitor.serverJvm(),
        Double.isNaN(quiet.idle()) ? null : quiet.idle(),
        Double.isNaN(quiet.stolen()) ? null : quiet.stolen(),
        quiet.waitedSeconds(),
        quiet.wasQuiet(),
        monitor.counters());
  }

  /** What was seen of the server in a run; nothing if the run ended before its load began. */
  public static ServerView seen(Path raw) throws IOException {
    Path file = raw.resolve(SEEN);
    return Files.exists(file) ? JsonFiles.read(file, ServerView.class) : ServerView.NOTHING;
  }

  private int chosenPort() throws IOException, LabException {
    if (port == 0) {
      return Ports.free();
    }
    Ports.checkFree(port);
    return port;
  }

  /**
   * A free port, because the stage's own choice, 1,000 above its port, may be taken. Empty if the
   * user has set it.
   */
  private static OptionalInt adminPort(Server server, int listenOn) throws IOException {
    if (server.arguments().stream().anyMatch(a -> a.matches("--(no-)?admin(-port)?(=.*)?"))) {
      return OptionalInt.empty();
    }
    int free;
    do {
      free = Ports.free();
    } while (free == listenOn); // the stage does not listen there yet
    return OptionalInt.of(free);
  }

  private static URI uri(int port, String path) {
    return URI.create("http://" + Ports.HOST + ":" + port + path);
  }

  private List<String> command(
      Server server, int listenOn, OptionalInt adminPort, PauseLog pauses) {
    List<String> command = new ArrayList<>(List.of(java));
    command.addAll(isolation.collector().options());
    command.addAll(pauses.options());
    command.addAll(server.jvm());
    command.addAll(List.of("-jar", project.jarOf(server.stage()).toString()));
    command.addAll(List.of("--port", Integer.toString(listenOn)));
    command.addAll(List.of("--root", root(server).toString()));
    adminPort.ifPresent(at -> command.addAll(List.of("--admin-port", Integer.toString(at))));
    command.addAll(server.arguments());
    return isolation.placement().ofServer(command);
  }
}
