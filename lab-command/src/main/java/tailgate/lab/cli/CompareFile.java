package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import tailgate.lab.LabException;
import tailgate.lab.claim.Look;
import tailgate.lab.compare.FileChanges;
import tailgate.lab.compare.FilePlan;
import tailgate.lab.compare.Variant;
import tailgate.lab.compare.VariantServers;
import tailgate.lab.compare.VariantsExperiment;
import tailgate.lab.compare.VariantsPlan;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.jmeter.Injectors;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Need;
import tailgate.lab.plan.ExperimentFile.Reading;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.plan.LoadPlan;
import tailgate.lab.plan.LoadPlan.Engine;
import tailgate.lab.process.Jcmd;
import tailgate.lab.project.Project;
import tailgate.lab.run.BackEnds;
import tailgate.lab.run.CandidateCheck;
import tailgate.lab.run.ExampleJar;
import tailgate.lab.run.Testbed;
import tailgate.lab.stats.Bootstrap;

/** Runs the experiment of a file: one of the lab by its name, or a user's own by its path. */
@Command(mixinStandardHelpOptions = true)
final class CompareFile extends LabCommand {

  /** The command that is above the experiments. */
  interface Parent {
    LabOptions lab();
  }

  /** An argument that says what a request does. */
  private static final String HANDLER = "--(simulate-.*|handler)";

  /** The command above this one. Belongs to the thread of the command. */
  @ParentCommand @Nullable Parent parent;

  private final Path path;
  private final boolean isOwn;

  /** The experiment in its long form, which has all options. */
  private final ExperimentFile experiment;

  @Option(
      names = "--only",
      paramLabel = "AXIS=VALUE[,VALUE...]",
      description = "only these values of an axis of the file; repeat the option for another axis")
  List<String> only = List.of();

  /** The p-value with which claims have to be decided; null if the number of blocks is fixed. */
  @Option(
      names = "--sequential",
      arity = "0..1",
      fallbackValue = "0.05",
      paramLabel = "P",
      description =
          "ends the run after 6, 8 or 10 blocks, once each claim is decided, with a p-value of at"
              + " most P (0.05 without it), or no further block would decide it;"
              + " docs/method.md has the rule, and what it saves")
  @Nullable Double sequential;

  @Mixin WorkOptions work = new WorkOptions();

  @Mixin LabHandlerOptions handler = new LabHandlerOptions();

  /** Options of this command only if the load of the experiment is that of JMeter. */
  private final InjectorOptions injectors = new InjectorOptions();

  /** The option of this command only if handlers ask a back end. */
  private final DatabaseOptions database = new DatabaseOptions();

  private CompareFile(Path path, boolean isOwn, ExperimentFile experiment) {
    this.path = path;
    this.isOwn = isOwn;
    this.experiment = experiment;
  }

  /**
   * Adds a command for each file that the arguments name.
   *
   * @param compare the command whose subcommands these are
   * @throws LabException if a file has a mistake
   */
  static void addTo(CommandLine compare, Project project, List<String> arguments)
      throws LabException {
    int root = arguments.indexOf(Checkout.Root.NAME) + 1;
    boolean hasRoot = root > 0 && root < arguments.size();
    int first = hasRoot ? root + 1 : arguments.indexOf("compare") + 1;
    for (String argument : Set.copyOf(arguments)) {
      boolean isOwn = argument.endsWith(".yaml") && !argument.startsWith("-");
      Path file = isOwn ? Path.of(argument) : project.experiment(argument);
      boolean isWord = argument.matches("[a-z][a-z0-9-]*");
      boolean isName = isWord && Files.exists(file);
      if (isWord && !isName && arguments.indexOf(argument) == first) {
        throw new LabException(
            format("no experiment '%s'; ./tailgate compare --list prints all", argument));
      }
      if ((isOwn || isName) && !compare.getSubcommands().containsKey(argument)) {
        ExperimentFile experiment = ExperimentReader.read(file, false, Map.of());
        CommandLine command = new CompareFile(file, isOwn, experiment).commandLine(argument);
        compare.addSubcommand(argument, command.setOut(compare.getOut()).setErr(compare.getErr()));
      }
    }
  }

  /**
   * Returns an experiment of the lab for a command that runs it without its name. That command gets
   * the options of the experiment.
   */
  static CompareFile inside(Parent command, CommandSpec spec, Path file) {
    ExperimentFile ofLab = ExperimentReader.ofLab(ExperimentReader.nameOf(file));
    CompareFile inside = new CompareFile(file, false, ofLab);
    inside.parent = command;
    inside.spec = spec;
    inside.addOptions(spec);
    spec.addMixin("work", CommandSpec.forAnnotatedObject(inside.work));
    return inside;
  }

  private CommandLine commandLine(String name) {
    CommandSpec command = CommandSpec.forAnnotatedObject(this).name(name);
    String about = experiment.about() == null ? "" : experiment.about();
    command
        .usageMessage()
        .description(experiment.question().replace("%", "%%"), about.replace("%", "%%"));
    addOptions(command);
    return WordedConverter.addTo(new CommandLine(command));
  }

  private void addOptions(CommandSpec command) {
    ExperimentOptions.addTo(command, experiment);
    if (isOfJMeter()) {
      command.addMixin("injectors", CommandSpec.forAnnotatedObject(injectors));
    }
    if (asksBackEnd()) {
      command.addMixin("database", CommandSpec.forAnnotatedObject(database));
    }
  }

  private boolean asksBackEnd() {
    return experiment.needs().contains(Need.DOWNSTREAM);
  }

  private boolean isOfJMeter() {
    return experiment.load().engine() == Engine.JMETER;
  }

  @Override
  public Integer call() throws IOException, LabException, InterruptedException {
    return lab().run(order(), console());
  }

  private LabOptions lab() {
    return Objects.requireNonNull(parent, "set by picocli").lab();
  }

  /**
   * Reads the options.
   *
   * @throws LabException if this machine cannot run the experiment
   */
  LabOptions.Order order() throws LabException, InterruptedException {
    boolean isQuick = lab().quick;
    ExperimentOptions options =
        new ExperimentOptions(this, experiment, lab(), handler.isGiven(), only);
    ExperimentFile file = file(isQuick, options.parameters());
    String name = ExperimentReader.nameOf(path);
    boolean comparesJavas = file.arms().stream().anyMatch(set -> set.axes().containsKey("java"));
    if (lab().checkout.javas().areSeveral() && !comparesJavas) {
      throw wrong(name + " takes one --java");
    }
    SequencedMap<String, Javas.Found> javas = lab().checkout.javas().find();
    if (javas.size() == 1 && comparesJavas) {
      say(
          format(
              "only Java %s takes part; --java 21,25 compares two", javas.firstEntry().getKey()));
    }
    if (!isQuick
        && !file.claims().isEmpty()
        && file.arms().stream().allMatch(set -> set.twin() == null)) {
      say("no claim can get a verdict: no arm of the file has a twin (A/A)");
    }
    int usual = isQuick ? 1 : Objects.requireNonNullElse(file.blocks(), Look.ONLY.fewest());
    Blocks blocks = sequential == null ? lab().blocks(usual) : sequential(sequential);
    SequencedMap<String, String> versions = Javas.versions(javas);
    String ownText = isOwn ? text() : null;
    Optional<String> jdbc = database.url(lab());
    Map<String, List<String>> chosen = options.chosen(file);
    FilePlan asWritten =
        available(
            FilePlan.of(name, file, ownText, versions, chosen, options.flags(), blocks),
            jdbc.isPresent(),
            !chosen.isEmpty());
    FilePlan plan = asWritten.with(changes(asWritten.on(1), file.load()));
    if (handler.isGiven() && plan.hasHandlers()) {
      throw wrong(name + " has handlers of its own: it takes no --handler");
    }
    if (plan.choosesCollectors() && lab().isolation.hasCollector()) {
      throw wrong(name + " chooses the collector of each server: it takes no --gc");
    }
    if (file.measure().contains(Reading.FOOTPRINT)) {
      Jcmd.check("reads the heaps of the servers");
    }
    VariantsPlan first = plan.on(Runtime.getRuntime().availableProcessors());
    if (sequential != null && !first.hasBounds()) {
      throw wrong(name + ": --sequential needs a claim to decide, about arms as the file has them");
    }
    Descriptors.check(Math.max(plan.mostBeside(), first.mostUsers()));
    Injectors users = isOfJMeter() ? injectors.of(lab(), first.traffic().users()) : Injectors.NONE;
    List<String> stages = stages(first);
    lab().checkStages(stages);
    VariantsExperiment.asked(first).ifPresent(this::checkCandidates);
    if (asksBackEnd()) {
      lab().project().checkDownstream();
    }
    lab().project().check(stages);
    checkStarts(first, javas);
    Path handlers = handlers(first);
    Map<String, String> paths =
        javas.values().stream().collect(Collectors.toMap(Javas.Found::name, Javas.Found::path));
    return new LabOptions.Order(
        stages,
        servers(first),
        (servers, context) ->
            new VariantsExperiment(
                new VariantServers(
                    Testbed.with(servers),
                    plan.on(servers.serverCores()),
                    handlers,
                    paths,
                    cachesOfThisRun()),
                users,
                jdbc),
        VariantsExperiment.asked(first),
        true,
        plan.choosesCollectors(),
        plan.changesLine() ? NetworkLine.parse(VariantServers.FIRST_LINE) : null,
        null);
  }

  /**
   * Reads the file in the form that is run. It was read before without the values of the command
   * line, so a mistake is one of theirs.
   */
  private ExperimentFile file(boolean isQuick, Map<String, String> given) throws LabException {
    try {
      return ExperimentReader.read(path, isQuick, given);
    } catch (LabException e) {
      if (given.isEmpty()) {
        throw e;
      }
      throw wrong(String.valueOf(e.getMessage()));
    }
  }

  private Blocks sequential(double p) throws LabException {
    if (lab().blocks != null) {
      throw wrong("--sequential finds the number of blocks, and takes no --blocks");
    }
    if (!(p >= 1e-4 && p <= Bootstrap.ERROR)) {
      throw wrong("--sequential takes a p-value from 0.0001 to 0.05, not " + p);
    }
    return Blocks.sequential(p, lab().seed());
  }

  /** Leaves out the arms that ask PostgreSQL if it is missing, unless the user has chosen them. */
  private FilePlan available(FilePlan plan, boolean isGiven, boolean areChosen)
      throws LabException {
    if (isGiven || !plan.asksPostgres() || lab().project().postgres().isPresent()) {
      return plan;
    }
    if (areChosen) {
      throw new LabException(BackEnds.NO_POSTGRES);
    }
    say("Without PostgreSQL: " + BackEnds.NO_POSTGRES);
    return plan.withoutPostgres();
  }

  private FileChanges changes(VariantsPlan plan, LoadPlan load) throws LabException {
    boolean anyAnswers = plan.handler() != null || handler.isGiven(); // a handler answers any path
    LoadPlan usual = ExperimentReader.read(path, lab().quick, Map.of()).load();
    return new FileChanges(
        work.stageArguments.of(lab(), stages(plan)),
        work.path(lab(), anyAnswers).orElse(null),
        work.fileSize(lab()).orElse(null),
        handler.choice(lab()).map(LabHandlerOptions.Choice::arguments).orElse(List.of()),
        !load.equals(usual));
  }

  /** Returns a new folder: a cache of another jar or Java would keep a server from starting. */
  private Path cachesOfThisRun() {
    return lab().project().aotCaches().resolve(Long.toString(ProcessHandle.current().pid()));
  }

  private String text() throws LabException {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      throw new LabException("cannot read " + path + ": " + e, e);
    }
  }

  /** Returns the stages that a plan starts, without the candidates and the real servers. */
  private List<String> stages(VariantsPlan plan) {
    List<String> stages = new ArrayList<>(plan.started());
    stages.removeAll(lab().andCandidates(List.of(), ""));
    stages.removeAll(servers(plan));
    return stages;
  }

  /** Returns the names of the real servers that arms have as their stages. */
  private List<String> servers(VariantsPlan plan) {
    return experiment.needs().contains(Need.SERVERS)
        ? plan.stages().stream().filter(stage -> !Project.STAGES.contains(stage)).toList()
        : List.of();
  }

  /** Refuses candidates that do not say where they do the work of the handler of the stages. */
  private void checkCandidates(CandidateCheck.Asked asked) {
    String does = String.join(" ", asked.arguments());
    boolean isHandler = asked.arguments().stream().anyMatch(word -> word.matches(HANDLER));
    lab().andCandidates(List.of(), isHandler ? does : "");
  }

  /** Checks that each Java starts, because one may lack an option that an arm gives it. */
  private static void checkStarts(VariantsPlan plan, Map<String, Javas.Found> javas)
      throws LabException, InterruptedException {
    Map<String, Set<List<String>>> all = new LinkedHashMap<>();
    for (Variant variant : plan.variants()) {
      if (!variant.jvm().isEmpty() && !variant.hasAotCache()) {
        all.computeIfAbsent(variant.java(), java -> new HashSet<>()).add(variant.jvm());
      }
    }
    for (Map.Entry<String, Set<List<String>>> entry : all.entrySet()) {
      Javas.Found java = Objects.requireNonNull(javas.get(entry.getKey()));
      for (List<String> options : entry.getValue()) {
        java.check(options);
      }
    }
  }

  /** Returns the jar of the handlers; any path if there are none. */
  private Path handlers(VariantsPlan plan) throws LabException {
    String handler = plan.handler();
    if (handler == null) {
      return Path.of("");
    }
    String stage = stages(plan).stream().findFirst().orElse(Project.STAGES.getFirst());
    try {
      return ExampleJar.of(lab().project(), handler, stage);
    } catch (IOException e) {
      throw new LabException("cannot compile the handler of this experiment: " + e, e);
    }
  }
}
