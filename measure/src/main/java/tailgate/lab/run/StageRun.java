package tailgate.lab.run;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.load.Conditions;
import tailgate.lab.load.JsonFiles;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.load.RequestMix;
import tailgate.lab.load.RequestSpec;
import tailgate.lab.load.ServerView;
import tailgate.lab.machine.IdleGate;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.Tool;
import tailgate.lab.monitor.PauseLog;
import tailgate.lab.monitor.ServerMonitor;
import tailgate.lab.project.Project;

/**
 * Starts servers, and watches one while a load is driven at it, whatever the load.
 *
 * @param common to all stages
 * @param readyTimeout how long a stage may take to answer its first request
 * @param candidates servers from elsewhere; each is started if a stage is asked for that has its
 *     name
 * @param elsewhere the machine of the stages, which has a Java of its own; empty for this one
 * @param load what drives the load from other machines; empty if this one does
 * @param requests that all loads send instead of a GET of their path; null for that
 */
public record StageRun(
    Stages common,
    Duration readyTimeout,
    List<Candidate> candidates,
    Optional<Machine> elsewhere,
    Optional<LoadSource> load,
    @Nullable RequestMix requests) {

  /** How often a stage is started, each time at other ports, if one was taken meanwhile. */
  private static final int START_TRIES = 3;

  /** The file of a server for what it prints. */
  static final String LOG = "server.log";

  /** The option of the stages and of the real servers. */
  private static final String TIMING = "--server-timing";

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
        Optional.empty(),
        null);
  }

  /** A run of stages without isolation and candidates. */
  public StageRun(Project project, int port, String java, Duration readyTimeout) {
    this(project, port, java, readyTimeout, Isolation.NONE, List.of());
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

  StageRun on(String otherJava) {
    return copy(common.on(otherJava), elsewhere, load, requests);
  }

  StageRun at(IdleGate gate) {
    return copy(common.at(gate), elsewhere, load, requests);
  }

  public StageRun on(Machine machine) {
    return copy(common, Optional.of(machine), load, requests);
  }

  public StageRun under(LoadSource fromElsewhere) {
    return copy(common, elsewhere, Optional.of(fromElsewhere), requests);
  }

  /** Returns a copy whose loads send these requests. */
  public StageRun sending(@Nullable RequestMix others) {
    return copy(common, elsewhere, load, others);
  }

  private StageRun copy(
      Stages stages,
      Optional<Machine> machine,
      Optional<LoadSource> from,
      @Nullable RequestMix sent) {
    return new StageRun(stages, readyTimeout, candidates, machine, from, sent);
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
   * Waits until the machine is quiet, before a server is started.
   *
   * @throws LabException if it was not, and that is refused
   */
  public IdleGate.Quiet awaitQuiet() throws LabException, InterruptedException {
    return isolation().gate().pass();
  }

  /**
   * Starts a server on a machine that is known to be quiet, and returns when it has answered.
   *
   * @param path what it must answer with 200, unless its loads send something else
   * @param context its folder gets the log of the server; it gets a note if the server does not
   *     stop when it is asked to
   * @throws LabException if it does not answer; then nothing of it is left
   */
  public RunningServer start(ServerSpec server, String path, RunContext context)
      throws IOException, LabException, InterruptedException {
    Function<URI, Probe> asks = probe(server, path);
    Optional<Candidate> candidate = candidate(server);
    if (candidate.isPresent()) {
      return new CandidateStart(
              candidate.get(), isolation().placement(), known(server, context.folder()))
          .start(common.chosenPort(), common.root(server), asks, context);
    }
    Optional<RunningServer> started = Optional.empty();
    for (int triesLeft = START_TRIES - 1; started.isEmpty(); triesLeft--) {
      started = tryStart(server, asks, context, triesLeft > 0);
    }
    return started.get();
  }

  /**
   * Starts a stage once.
   *
   * @return empty if one of its ports, which were free, was taken before the stage bound it, and it
   *     may be tried again with others
   */
  private Optional<RunningServer> tryStart(
      ServerSpec server, Function<URI, Probe> asks, RunContext context, boolean mayTryAgain)
      throws IOException, LabException, InterruptedException {
    try (Closer closer = new Closer()) {
      Machine.Place place = place(server, context.folder());
      closer.add(place::close);
      StageProcess process = place.start(server, asks, context);
      closer.add(() -> stop(process, context));
      try {
        process.awaitReady(readyTimeout);
      } catch (LabException e) {
        if (mayTryAgain && process.foundPortTaken()) {
          return Optional.empty();
        }
        Optional<String> ofHandler = process.reasonWith(server.ownHandler());
        throw ofHandler.isPresent()
            ? new HandlerException(ofHandler.get())
            : place.explained(e, process);
      }
      Ready ready = place.ready(process, context);
      return Optional.of(new RunningServer(ready, process::checkAlive, closer.handOver()));
    }
  }

  private static void stop(StageProcess process, RunContext context) {
    if (!process.stop()) {
      context.say("(ignored SIGTERM and was killed) ");
    }
  }

  private Machine.Place place(ServerSpec server, Path raw) throws IOException, LabException {
    return elsewhere.isPresent()
        ? elsewhere.get().place(common, server)
        : new Here(common, server, pauses(raw));
  }

  private static PauseLog pauses(Path ofServer) {
    return new PauseLog(ofServer.resolve(PAUSES));
  }

  /** Returns what the command of a candidate can ask of the stages and of the checkout. */
  private Map<String, String> known(ServerSpec server, Path folder) {
    return Map.of(
        "java", Tool.quoted(common.java(server, pauses(folder))),
        "handler", Tool.quoted(server.handler()),
        "timing", server.arguments().contains(TIMING) ? TIMING : "",
        "servers", project().candidates().toString());
  }

  /** Returns what a plan only names: the commands of candidates, and what is sent. */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new TreeMap<>();
    if (!candidates.isEmpty()) {
      settings.put("candidates", candidates);
    }
    if (requests != null) {
      settings.put("requests", requests);
    }
    return settings;
  }

  /** Returns the candidate of that name; empty if the server is a stage. */
  private Optional<Candidate> candidate(ServerSpec server) {
    return candidates.stream()
        .filter(candidate -> candidate.name().equals(server.stage()))
        .findFirst();
  }

  /** Returns the first request to a server, of a load that asks for a path. */
  RequestSpec first(ServerSpec server, String path) {
    RequestMix sent = requests == null ? RequestMix.of(RequestSpec.get(path, List.of())) : requests;
    String asked = candidate(server).map(c -> c.pathBeside(path)).orElse(path);
    return sent.asking(path, asked).requests().getFirst();
  }

  private Function<URI, Probe> probe(ServerSpec server, String path) {
    int highest = requests == null ? Probe.OK : Probe.LAST_SUCCESS;
    return address -> new Probe(address, first(server, path), highest);
  }

  /** Returns the load for a server: a candidate may have a path of its own. */
  LoadSpec loadFor(ServerSpec server, LoadSpec load) {
    LoadSpec sent = requests == null ? load : load.sending(requests);
    return candidate(server).map(c -> sent.asking(c.pathBeside(load.path()))).orElse(sent);
  }

  /**
   * Starts a server, drives a load at it, and stops it. The folder has what was seen of the server,
   * also if the load was broken off.
   *
   * @param path what the server must answer with 200 before the load begins
   */
  public <L> void measure(
      ServerSpec server, String path, LoadGenerator<L> generator, L load, RunContext context)
      throws IOException, LabException, InterruptedException {
    IdleGate.Quiet quiet = awaitQuiet();
    try (RunningServer running = start(server, path, context)) {
      drive(generator, load, running.ready(), quiet, context, context.folder());
      running.checkAlive();
    }
  }

  /**
   * Drives a load at a server, and leaves in the folder what was seen of the server meanwhile.
   *
   * @param ofServer the folder of the server, in which its JVM logs its pauses
   */
  public <L> void drive(
      LoadGenerator<L> generator,
      L load,
      Ready ready,
      IdleGate.Quiet quiet,
      RunContext context,
      Path ofServer)
      throws IOException, LabException, InterruptedException {
    PauseLog pauses = pauses(ofServer);
    try (ServerMonitor monitor =
        ready.elsewhere().isPresent()
            ? ServerMonitor.over(ready.elsewhere().get(), ready.stats(), pauses)
            : ServerMonitor.over(ready.pid(), ready.processes(), ready.stats(), pauses)) {
      try {
        generator.drive(load, ready, context);
      } finally {
        Path file = context.folder().resolve(SEEN);
        JsonFiles.write(file, monitor.seen(conditions(quiet, monitor)));
      }
      monitor.check();
    }
  }

  private Conditions conditions(IdleGate.Quiet quiet, ServerMonitor monitor) {
    Map<Conditions.Counter, Double> counters = monitor.growth(); // with the log of the JVM
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
        counters);
  }

  /** Reads what was seen of the server in a run; nothing if it ended before its load began. */
  public static ServerView seen(Path raw) throws IOException {
    Path file = raw.resolve(SEEN);
    return Files.exists(file) ? JsonFiles.read(file, ServerView.class) : ServerView.NOTHING;
  }
}
