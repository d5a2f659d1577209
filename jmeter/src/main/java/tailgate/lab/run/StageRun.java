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
import tailgate.lab.monitor.WatchedServer;
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
 * @param elsewhere the machine of the stages, which has a Java of its own; empty for this one
 * @param load what drives the load from other machines; empty if this one does
 */
public record StageRun(
    Project project,
    int port,
    String java,
    Duration readyTimeout,
    Isolation isolation,
    List<Candidate> candidates,
    Optional<Machine> elsewhere,
    Optional<LoadEngine<LoadSpec>> load) {

  public StageRun {
    candidates = List.copyOf(candidates);
  }

  /** On this machine. */
  public StageRun(
      Project project,
      int port,
      String java,
      Duration readyTimeout,
      Isolation isolation,
      List<Candidate> candidates) {
    this(
        project,
        port,
        java,
        readyTimeout,
        isolation,
        candidates,
        Optional.empty(),
        Optional.empty());
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
    return new StageRun(
        project, port, otherJava, readyTimeout, isolation, candidates, elsewhere, load);
  }

  /** The same with stages on another machine. */
  public StageRun on(Machine machine) {
    return new StageRun(
        project, port, java, readyTimeout, isolation, candidates, Optional.of(machine), load);
  }

  /** The same with load from elsewhere. */
  public StageRun under(LoadEngine<LoadSpec> fromElsewhere) {
    return new StageRun(
        project,
        port,
        java,
        readyTimeout,
        isolation,
        candidates,
        elsewhere,
        Optional.of(fromElsewhere));
  }

  /** How many processors a server has. */
  public int serverCores() {
    if (elsewhere.isPresent()) {
      return elsewhere.get().cores();
    }
    return isolation.placement().isShared()
        ? Runtime.getRuntime().availableProcessors()
        : isolation.placement().server().size();
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
   * @param host the address at which it listens
   * @param stats the address of its statistics; empty if it has none that are known
   * @param processes the numbers of all that belong to it; empty if it is the only one
   * @param elsewhere what is seen of it if it is on another machine; empty if it is on this one
   */
  public record Ready(
      long pid,
      String host,
      int port,
      Optional<URI> stats,
      Optional<Supplier<Set<Long>>> processes,
      Optional<WatchedServer> elsewhere) {

    /** On this machine. */
    public Ready(long pid, int port, Optional<URI> stats, Optional<Supplier<Set<Long>>> processes) {
      this(pid, Ports.HOST, port, stats, processes, Optional.empty());
    }

    /** A server that is one process. */
    public Ready(long pid, String host, int port, Optional<URI> stats) {
      this(pid, host, port, stats, Optional.empty(), Optional.empty());
    }

    /** The same on the loopback address. */
    public Ready(long pid, int port, Optional<URI> stats) {
      this(pid, Ports.HOST, port, stats);
    }

    WatchedServer watched() {
      return elsewhere.orElseGet(() -> new WatchedServer.Here(pid));
    }

    /** Whether the kernel says what it uses. */
    boolean isWatchable() {
      return elsewhere.isPresent() || Files.exists(Path.of("/proc/self/stat"));
    }

    /**
     * Whether it still runs.
     *
     * @throws IOException if its machine does not answer
     */
    boolean isAlive() throws IOException {
      return elsewhere.isPresent()
          ? !elsewhere.get().stat().lines(pid + "/stat").isEmpty()
          : ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
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

  /**
   * Starts a stage and stops it once it has answered.
   *
   * @throws LabException if it does not answer
   */
  public void tryOut(String stage, Path raw, Children children, PrintWriter progress)
      throws IOException, LabException, InterruptedException {
    start(new Server(stage, List.of()), Project.DATA, ready -> {}, raw, children, progress);
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
    try (Place place = place(server, raw)) {
      StageProcess process =
          place.start(server, resource, new ChildLog(raw.resolve("server.log")), children);
      try {
        try {
          process.awaitReady(readyTimeout);
        } catch (LabException e) {
          if (mayTryAgain && process.foundPortTaken()) {
            return false;
          }
          throw place.explained(e, process);
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

  private Place place(Server server, Path raw) throws IOException, LabException {
    if (elsewhere.isPresent()) {
      return elsewhere.get().place(this, server);
    }
    int listenOn = chosenPort();
    return new ThisMachine(listenOn, adminPort(server, listenOn), raw);
  }

  /** Another machine, on which stages run. */
  public interface Machine {

    /** Where a stage is started, once. */
    Place place(StageRun stages, Server server) throws IOException, LabException;

    /** Runs another server there while some work is done at it. */
    void during(Program server, ChildLog log, Children children, Work work)
        throws IOException, LabException, InterruptedException;

    /** How many processors a server has there. */
    int cores();

    /** Which they are, for the conditions of a run. */
    String whichCores();
  }

  /** A server of the lab's own code, which needs nothing but that. */
  public interface Program {

    /** The jar or the folder that it is in. */
    Path code();

    /**
     * The arguments of its JVM.
     *
     * @param its where its code is
     * @param host the address on which it is to listen
     */
    List<String> arguments(String its, String host, int port);
  }

  /** Where a stage is started, once. */
  interface Place extends AutoCloseable {

    /** Starts it; it need not listen yet. */
    StageProcess start(Server server, String resource, ChildLog log, Children children)
        throws IOException, LabException, InterruptedException;

    /** Says more about the reason why it is not ready, if more is known. */
    LabException explained(LabException e, StageProcess process) throws IOException;

    /**
     * What is known once it is ready.
     *
     * @param progress gets a note on what cannot be known
     */
    Ready ready(StageProcess process, PrintWriter progress) throws IOException;

    /** To be called when its process has ended. */
    @Override
    void close();
  }

  private final class ThisMachine implements Place {

    private final int listenOn;
    private final OptionalInt adminPort;
    private final Path raw;

    ThisMachine(int listenOn, OptionalInt adminPort, Path raw) {
      this.listenOn = listenOn;
      this.adminPort = adminPort;
      this.raw = raw;
    }

    @Override
    public StageProcess start(Server server, String resource, ChildLog log, Children children)
        throws IOException {
      List<String> command = new ArrayList<>(List.of(java));
      command.addAll(jvm(server, new PauseLog(raw.resolve(PAUSES))));
      command.addAll(List.of("-jar", project.jarOf(server.stage()).toString()));
      command.addAll(List.of("--port", Integer.toString(listenOn)));
      if (!isolation.host().equals(Ports.HOST)) {
        command.addAll(List.of("--host", isolation.host()));
      }
      command.addAll(List.of("--root", root(server).toString()));
      adminPort.ifPresent(at -> command.addAll(List.of("--admin-port", Integer.toString(at))));
      command.addAll(server.arguments());
      return StageProcess.start(
          children,
          isolation.placement().ofServer(command),
          uri(isolation.host(), listenOn, resource),
          log);
    }

    @Override
    public LabException explained(LabException e, StageProcess process) {
      return e;
    }

    @Override
    public Ready ready(StageProcess process, PrintWriter progress) {
      Optional<URI> stats =
          adminPort.stream().mapToObj(at -> uri(Ports.HOST, at, STATS)).findFirst();
      return new Ready(process.pid(), isolation.host(), listenOn, stats);
    }

    @Override
    public void close() {
      // it has left nothing
    }
  }

  /** The options of its JVM. */
  List<String> jvm(Server server, PauseLog pauses) {
    List<String> options = new ArrayList<>(isolation.collector().options());
    options.addAll(pauses.options());
    options.addAll(server.jvm());
    return options;
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
    URI asked = uri(Ports.HOST, listenOn, candidate.pathBeside(resource));
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
    return new Conditions(
        elsewhere.map(Machine::whichCores).orElse(isolation.placement().toString()),
        monitor.serverJvm(),
        Double.isNaN(quiet.idle()) ? null : quiet.idle(),
        Double.isNaN(quiet.stolen()) ? null : quiet.stolen(),
        quiet.waitedSeconds(),
        quiet.wasQuiet(),
        growth.counters(),
        growth.pauses());
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
    if (setsAdmin(server)) {
      return OptionalInt.empty();
    }
    int free;
    do {
      free = Ports.free();
    } while (free == listenOn); // the stage does not listen there yet
    return OptionalInt.of(free);
  }

  /** Whether the user has set whether there is an admin port, or which. */
  static boolean setsAdmin(Server server) {
    return server.arguments().stream().anyMatch(a -> a.matches("--(no-)?admin(-port)?(=.*)?"));
  }

  private static URI uri(String host, int port, String path) {
    return URI.create("http://" + host + ":" + port + path);
  }
}
