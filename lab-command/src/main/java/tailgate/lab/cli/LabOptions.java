package tailgate.lab.cli;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import tailgate.lab.LabException;
import tailgate.lab.candidate.Candidate;
import tailgate.lab.candidate.RealServers;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Experiment;
import tailgate.lab.experiment.ExperimentRunner;
import tailgate.lab.line.LoadNamespace;
import tailgate.lab.load.RequestMix;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.machine.Environment;
import tailgate.lab.machine.Fitness;
import tailgate.lab.machine.Isolation;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.machine.Ports;
import tailgate.lab.process.Children;
import tailgate.lab.process.Termination;
import tailgate.lab.project.Project;
import tailgate.lab.project.ResultFolder;
import tailgate.lab.remote.ServerHost;
import tailgate.lab.results.Archive;
import tailgate.lab.run.CandidateCheck;
import tailgate.lab.run.Elsewhere;
import tailgate.lab.run.LoadHosts;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.StageRun;

/** Has the options of all experiments, and says how all of them begin and end. */
final class LabOptions {

  /**
   * What the options of an experiment ask for.
   *
   * @param stages the stages whose jars are needed
   * @param servers the names of the real servers that the experiment has as stages
   * @param experiment makes the experiment, given the way in which any stage is run
   * @param asked what is asked of candidates, too; empty if the experiment takes none
   * @param severalJavas whether the experiment takes several, with names
   * @param ownCollectors whether the experiment chooses the collector of each server
   * @param line the line to the servers, which the experiment changes; null if it does not
   * @param requests that are sent instead of a GET of the path; null for that
   */
  record Order(
      List<String> stages,
      List<String> servers,
      Maker experiment,
      Optional<CandidateCheck.Asked> asked,
      boolean severalJavas,
      boolean ownCollectors,
      @Nullable NetworkLine line,
      @Nullable RequestMix requests) {

    /** Makes an experiment, before which it may have to measure something. */
    @FunctionalInterface
    interface Maker {
      Experiment<?, ?> on(StageRun servers, RunContext context)
          throws IOException, LabException, InterruptedException;
    }

    /** Asks for an experiment that runs on one Java. */
    Order(
        List<String> stages,
        Maker experiment,
        Optional<CandidateCheck.Asked> asked,
        @Nullable RequestMix requests) {
      this(stages, List.of(), experiment, asked, false, false, null, requests);
    }

    /** Asks for an experiment that takes stages alone. */
    Order(List<String> stages, Maker experiment) {
      this(stages, experiment, Optional.empty(), null);
    }
  }

  private static final long MOST_SEED = 1_000_000;

  /** A stage whose handler is stuck ends 10 s after its drain timeout, which here is 1 s. */
  private static final Duration GRACE = Duration.ofSeconds(12);

  private static final Duration READY_TIMEOUT = Duration.ofSeconds(30);

  @Spec(Spec.Target.MIXEE)
  @Nullable CommandSpec spec;

  @Option(
      names = "--quick",
      scope = ScopeType.INHERIT,
      description = "a first impression in about 2 minutes")
  boolean quick;

  @Option(
      names = "--out",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description = "a new or empty folder for all results (default: target/compare/<time>)")
  @Nullable Path out;

  @Option(
      names = "--resume",
      scope = ScopeType.INHERIT,
      paramLabel = "DIR",
      description =
          "continue a run that was cut, with the same options; what it has measured is kept")
  @Nullable Path resume;

  @Option(
      names = {"--blocks", "--trials"},
      scope = ScopeType.INHERIT,
      paramLabel = "N",
      description =
          "number of blocks; each block measures every arm once; a verdict needs 10 (default: 10;"
              + " for choose and with --quick 1)")
  @Nullable Integer blocks;

  @Option(
      names = "--seed",
      scope = ScopeType.INHERIT,
      paramLabel = "N",
      description =
          "the seed of the random order in each block, and of random arrivals (default: a new"
              + " one; it is in the report)")
  @Nullable Long seed;

  @Mixin Checkout checkout = new Checkout();

  @Mixin IsolationOptions isolation = new IsolationOptions();

  @Mixin CandidateOptions candidates = new CandidateOptions();

  @Mixin ServerHostOptions serverHost = new ServerHostOptions();

  @Mixin LoadHostOptions loadHost = new LoadHostOptions();

  @Mixin LineOptions line = new LineOptions();

  /** The port of each stage, 0 for a free one. Confined to the thread of the command. */
  private int port;

  @Option(
      names = "--port",
      scope = ScopeType.INHERIT,
      paramLabel = "PORT",
      description = "the port of every stage (default: a free port for each)")
  void setPort(int chosen) {
    if (chosen < 0 || chosen > 65_535) {
      throw wrong("--port must be between 1 and 65535, not " + chosen);
    }
    port = chosen;
  }

  Project project() {
    return checkout.project();
  }

  /**
   * Runs an experiment. The child processes are stopped when it is over, or on Ctrl-C.
   *
   * @return the exit code
   */
  int run(Order order, PrintWriter console) throws IOException, LabException, InterruptedException {
    List<Candidate> others = right("--candidate: ", () -> candidates.all(servers()));
    if (!others.isEmpty() && order.asked.isEmpty()) {
      throw wrong("--candidate and --servers are for choose, slow-handler, scale and fan-out");
    }
    List<Candidate> all = new ArrayList<>(others);
    List<String> about = new ArrayList<>();
    for (String name : order.servers) {
      Candidate server =
          right("", () -> RealServers.named(List.of(name), project().candidates()).getFirst());
      all.add(new Candidate(name, server.command(), null));
      about.add(name + " is " + server.name());
    }
    if (checkout.javas().areSeveral() && !order.severalJavas) {
      throw wrong(Javas.ONE);
    }
    boolean isPossible = order.asked.isPresent();
    boolean hasLine = line.line != null;
    boolean loadIsElsewhere = right("", () -> loadHost.check(isPossible, others, hasLine));
    boolean isElsewhere =
        right("", () -> serverHost.check(isPossible, others, isolation.placement, loadIsElsewhere));
    right("", () -> line.check(isPossible, others, isElsewhere));
    Project project = project();
    project.check(order.stages());
    if (!isElsewhere) {
      Ports.checkFree(port);
    }
    String java = checkout.javas().common().toString();
    Fitness look = isolation.look(console, isElsewhere);
    Environment environment = Environment.of(project, java).after(look);
    Children children = new Children(GRACE);
    Termination termination = new Termination(children);
    try (ServerHost host = serverHost.open(children);
        LoadNamespace between = line.open(order.line, children);
        LoadHosts from = loadHost.open(serverHost.command(), children)) {
      Isolation apart = apart(order, host, between);
      if (from != null) {
        apart = apart.from(loaders(from, host), from.idle());
      }
      Path folder = resume == null ? ResultFolder.create(out, project.comparisons()) : cut(resume);
      RunContext context = new RunContext(children, console, folder);
      StageRun stageRun = new StageRun(project, port, java, READY_TIMEOUT, apart, all);
      environment = environment.with(apart);
      if (from != null) {
        stageRun = stageRun.under(from);
        Descriptors.check(order.asked.orElseThrow().connections(), from.mostFiles());
      }
      if (host != null) {
        stageRun = stageRun.on(new Elsewhere(host));
        environment = ServerHostOptions.describe(host, environment, apart);
        int connections = order.asked.orElseThrow().connections();
        new ServerHostOptions.Trial(host, connections, order.stages.get(0)).pass(stageRun, context);
      }
      stageRun = stageRun.sending(order.requests());
      if (!others.isEmpty()) {
        CandidateCheck check = new CandidateCheck(stageRun, candidates.refuses());
        about.addAll(check.check(order.asked.orElseThrow(), context.in("candidates")));
      }
      return new ExperimentRunner<>(
              order.experiment().on(stageRun, context),
              environment.with(about),
              folder,
              resume != null)
          .run(children, console);
    } finally {
      termination.over();
    }
  }

  /**
   * Runs an experiment at a server that runs already: no process is started.
   *
   * @param look what was seen of this machine
   * @return the exit code
   */
  int runAlone(Experiment<?, ?> experiment, Fitness look, PrintWriter console)
      throws IOException, LabException, InterruptedException {
    String java = checkout.javas().common().toString();
    Environment environment = Environment.of(project(), java).after(look);
    Children children = new Children(GRACE);
    Termination termination = new Termination(children);
    try {
      Path folder = ResultFolder.create(out, project().comparisons());
      return new ExperimentRunner<>(experiment, environment, folder, false).run(children, console);
    } finally {
      termination.over();
    }
  }

  private Isolation apart(Order order, @Nullable ServerHost host, @Nullable LoadNamespace between)
      throws LabException, InterruptedException {
    if (host != null) {
      return isolation.elsewhere(quick, host.idle());
    }
    Isolation local =
        order.ownCollectors ? isolation.ofOwnCollectors(quick) : isolation.isolation(quick);
    return between == null ? local : local.across(between);
  }

  private Isolation.Loaders loaders(LoadHosts from, @Nullable ServerHost host) throws LabException {
    String chosen = host == null ? serverHost.address : host.address();
    return new Isolation.Loaders(chosen == null ? from.ourAddress() : chosen, from.names());
  }

  private Path cut(Path folder) {
    if (out != null) {
      throw wrong("--resume writes to its folder, and leaves no use for --out");
    }
    return folder.toAbsolutePath().normalize();
  }

  /**
   * Returns the blocks that were asked for.
   *
   * @param usual how many there are, unless the user says otherwise
   */
  Blocks blocks(int usual) throws LabException {
    int count = Objects.requireNonNullElse(blocks, usual);
    if (count < 1) {
      throw wrong("--blocks must be at least 1, not " + count);
    }
    return new Blocks(count, seed());
  }

  /** Returns the seed of the command line, or of the run that is continued, or a new one. */
  long seed() throws LabException {
    if (seed != null) {
      return seed;
    }
    if (resume != null) {
      JsonNode plan = new Archive(cut(resume).resolve(Archive.NAME)).read().heading().plan();
      JsonNode recorded = plan.findValue("seed");
      if (recorded != null) {
        return recorded.asLong();
      }
    }
    return ThreadLocalRandom.current().nextLong(1, MOST_SEED);
  }

  /** Refuses unknown stages, and a stage that is named twice. */
  void checkStages(List<String> stages) {
    for (String stage : stages) {
      if (!Project.STAGES.contains(stage)) {
        throw wrong(
            "no stage '%s'; there are %s".formatted(stage, String.join(", ", Project.STAGES)));
      }
    }
    if (stages.stream().distinct().count() != stages.size()) {
      throw wrong("--stages names a stage twice");
    }
  }

  /**
   * Returns the stages and the candidates.
   *
   * @param handler what the stages run; empty for files
   */
  List<String> andCandidates(List<String> stages, String handler) {
    return right("--candidate: ", () -> candidates.beside(servers(), stages, handler));
  }

  private List<Candidate> servers() {
    return right("--servers: ", () -> candidates.servers(project()));
  }

  /**
   * Makes a choice; an invalid one is reported as a wrong option.
   *
   * @param option the option that the message names
   */
  private <T> T right(String option, Supplier<T> choice) {
    try {
      return choice.get();
    } catch (IllegalArgumentException e) {
      throw wrong(option + e.getMessage());
    }
  }

  ParameterException wrong(String message) {
    return new ParameterException(commandSpec().commandLine(), message);
  }

  private CommandSpec commandSpec() {
    return Objects.requireNonNull(spec, "set by picocli");
  }
}
