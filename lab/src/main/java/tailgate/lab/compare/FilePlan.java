package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.compare.Variant.Demand;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.Retries;
import tailgate.lab.plan.ArgumentList;
import tailgate.lab.plan.Count;
import tailgate.lab.plan.Expansion;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Judged;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.ExperimentFile.Reading;
import tailgate.lab.plan.LoadPlan;
import tailgate.lab.plan.LoadPlan.CapacityPlan;
import tailgate.lab.plan.LoadPlan.Engine;
import tailgate.lab.plan.LoadPlan.Spacing;
import tailgate.lab.plan.PlannedArm;
import tailgate.lab.plan.Rate;
import tailgate.lab.plan.Variation;
import tailgate.lab.plan.Variation.BackEndPlan;
import tailgate.lab.plan.Variation.Company;
import tailgate.lab.plan.Variation.Connections;
import tailgate.lab.plan.Variation.HandlerChoice;
import tailgate.lab.plan.Variation.Repetition;
import tailgate.lab.project.Project;

/**
 * Makes the plan of a run from the file of an experiment.
 *
 * @param name the name of the experiment
 * @param file the experiment in the form that is run
 * @param ownText the text of the file if it is a user's own; null for an experiment of the lab
 * @param javas the exact version of each Java by its name
 * @param arms all arms in the order of the rows
 * @param blocks the blocks in which all arms are measured
 * @param changes what the command line changes
 */
public record FilePlan(
    String name,
    ExperimentFile file,
    @Nullable String ownText,
    Map<String, String> javas,
    List<PlannedArm> arms,
    Blocks blocks,
    FileChanges changes) {

  /** The users of an open load without a number: as many as can have a request at 500/s. */
  private static final Count USERS = new Count(1_000, false);

  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /** The generator needs a connection for each client that waits. */
  private static final int MOST_WAITING = 8_000;

  /** A test of a counted load that is slower counts as stuck; it may take this time longer. */
  private static final int FEWEST_PER_SECOND = 2_000;

  private static final Duration LEAST_TIME = Duration.ofSeconds(20);

  /** An argument such as {@code {16 per processor}}. */
  private static final Pattern PER_PROCESSOR = Pattern.compile("\\{(\\d{1,7}) per processor}");

  /** The option that says how small a pool can become. */
  private static final List<String> SMALLEST_POOL = List.of("--min-workers");

  private static final int FEWEST_USERS = 2;

  private static final Pattern COLLECTOR = Pattern.compile("-XX:\\+Use\\w+GC");

  /**
   * Expands the arms of a file.
   *
   * @param only the values that the command line selects, by axes
   * @param flags the flags that are given on the command line
   * @throws LabException if there is no arm, or the file asks for what is not run from a file
   */
  public static FilePlan of(
      String name,
      ExperimentFile file,
      @Nullable String ownText,
      Map<String, String> javas,
      Map<String, List<String>> only,
      Set<String> flags,
      Blocks blocks)
      throws LabException {
    SequencedMap<String, Integer> features = new LinkedHashMap<>();
    javas.entrySet().stream()
        .sorted((one, other) -> Integer.compare(feature(one.getValue()), feature(other.getValue())))
        .forEach(java -> features.put(java.getKey(), feature(java.getValue())));
    List<PlannedArm> arms = new Expansion(file, features, only, flags, blocks.count()).arms();
    FilePlan plan = new FilePlan(name, file, ownText, javas, arms, blocks, FileChanges.NONE);
    plan.check();
    return plan;
  }

  /** Returns a copy with what the command line changes. */
  public FilePlan with(FileChanges others) {
    return new FilePlan(name, file, ownText, javas, arms, blocks, others);
  }

  private static int feature(String version) {
    return Integer.parseInt(version.split("[.+-]", 2)[0]);
  }

  private void check() throws LabException {
    if (arms.isEmpty()) {
      throw new LabException(name + ".yaml: no arm is left");
    }
    Set<String> unknown = new FileLimits(file, arms).unknown();
    if (!unknown.isEmpty()) {
      throw new LabException(
          "%s.yaml: this is not run from a file yet: %s"
              .formatted(name, String.join(", ", unknown)));
    }
    checkBackEnds();
  }

  /** Returns whether an arm has a handler of its own. */
  public boolean hasHandlers() {
    return arms.stream().anyMatch(arm -> arm.variation().handler() != null);
  }

  /** Returns whether the arms choose the collectors of their JVMs. */
  public boolean choosesCollectors() {
    return arms.stream()
        .flatMap(arm -> Stream.ofNullable(arm.variation().jvm()))
        .flatMap(jvm -> jvm.all().stream())
        .anyMatch(option -> COLLECTOR.matcher(option).matches());
  }

  /** Returns whether the arms differ in the line between the load and the servers. */
  public boolean changesLine() {
    return arms.stream().anyMatch(arm -> arm.variation().line() != null);
  }

  /** Returns the number of connections that other clients keep beside the load, at most. */
  public int mostBeside() {
    return companies()
        .mapToInt(company -> idle(company, 1) + count(company.slowReaders(), 1))
        .max()
        .orElse(0);
  }

  /**
   * Returns the plan for a server.
   *
   * @param processors the number of processors of the server
   */
  public VariantsPlan on(int processors) {
    LoadPlan load = file.load();
    List<PlannedArm> here =
        arms.stream().filter(arm -> arm.isFor(processors)).map(arm -> arm.on(processors)).toList();
    boolean hasOwnWarmUp = load.requests() != null || isOfJMeter();
    return new VariantsPlan(
        name,
        changes.handler().isEmpty()
            ? file.question()
            : "The load of %s, answered by %s: what is served?"
                .formatted(name, changes.handler().getLast()),
        Optional.ofNullable(file.loadInWords()).orElseGet(() -> inWords(processors)) + added(),
        here.stream().flatMap(arm -> arm.example().stream()).findFirst().orElse(null),
        javas,
        here.stream().filter(arm -> !arm.isTwin()).map(arm -> variant(arm, processors)).toList(),
        new Traffic(
            load.users() == null && !load.phases().isEmpty()
                ? 0
                : Objects.requireNonNullElse(load.users(), USERS).on(processors),
            load.at() == null ? null : load.at().number(),
            rareShare(),
            hasOwnWarmUp ? Duration.ZERO : Objects.requireNonNullElse(load.warmUp(), WARM_UP),
            time(),
            load.giveUp(),
            load.leastTime(),
            load.connections() == Connections.NEW,
            load.requests() == null
                ? null
                : new Traffic.Counted(load.requests(), Objects.requireNonNullElse(load.tests(), 1)),
            load.phases().isEmpty() ? null : Phases.of(load, anyAsksAgain()),
            load.arrivals() == Spacing.UNIFORM ? true : null,
            isOfJMeter() ? true : null),
        twins(here),
        file.settles(),
        blocks,
        file.remarks(),
        ownText);
  }

  private boolean isOfJMeter() {
    return file.load().engine() == Engine.JMETER;
  }

  /** Returns the time that is measured; zero for phases, which have their own. */
  private Duration time() {
    LoadPlan load = file.load();
    if (load.requests() != null) {
      return LEAST_TIME.plusSeconds(load.requests() / FEWEST_PER_SECOND);
    }
    return Objects.requireNonNullElse(isOfJMeter() ? load.over() : load.time(), Duration.ZERO);
  }

  private String inWords(int processors) {
    LoadPlan load = file.load();
    if (!load.phases().isEmpty()) {
      return inWords(Phases.of(load, anyAsksAgain()));
    }
    int count = Objects.requireNonNullElse(load.users(), USERS).on(processors);
    if (isOfJMeter()) {
      return format(
          "%,d users in %d s, one GET %s each, %s",
          count, time().toSeconds(), path(usualPath()), warmUpInWords());
    }
    boolean ownUsers = arms.stream().anyMatch(arm -> arm.variation().users() != null);
    String users = ownUsers ? "" : format(", %,d users", count);
    boolean isVaried = arms.stream().anyMatch(arm -> arm.variation().connections() != null);
    String kind = load.connections() == Connections.NEW ? "new" : "kept";
    String connections = isVaried ? "" : " on " + kind + " connections";
    String model =
        load.at() == null
            ? "closed model" + users + connections
            : format("open model, %,.0f arrivals a second, Poisson", load.at().number());
    model += get();
    if (load.requests() != null) {
      int tests = Objects.requireNonNullElse(load.tests(), 1);
      String each = tests == 1 ? "" : tests + " x ";
      return model + format(", %s%,d requests after %2$,d of warm-up", each, load.requests());
    }
    boolean isCold = file.measure().contains(Reading.SECONDS);
    return model + (isCold ? ", from the first request of a JVM on" : "");
  }

  private String warmUpInWords() {
    long cold = arms.stream().filter(FilePlan::isCold).count();
    String without = cold == 0 ? "" : ", or without one (cold)";
    return cold == arms.size()
        ? "without a warm-up"
        : "after a warm-up that is not counted" + without;
  }

  private static boolean isCold(PlannedArm arm) {
    return Boolean.TRUE.equals(arm.variation().cold());
  }

  /** Returns the path of the command line, or else the usual one. */
  private String path(String usual) {
    return Objects.requireNonNullElse(changes.path(), usual);
  }

  private String usualPath() {
    return Objects.requireNonNullElse(file.load().path(), Project.DATA);
  }

  private String inWords(Phases phases) {
    List<String> parts = new ArrayList<>();
    for (LoadPhase phase : phases.all()) {
      if (phase.counts() && !phase.name().startsWith(Phases.PROBE)) {
        String at = phase.at() == null ? "nobody" : phase.at();
        String name =
            phase.name().isEmpty() || phase.name().equals(at) ? "" : " (" + phase.name() + ")";
        String seconds = format("%s s", phase.time().toMillis() / 1e3).replace(".0 s", " s");
        parts.add(at + " for " + seconds + name);
      }
    }
    Duration giveUp = file.load().giveUp();
    return format(
        "open model, %s, GET %s; %s%s%s",
        file.load().arrivals() == Spacing.UNIFORM ? "evenly spaced" : "Poisson",
        path(usualPath()),
        String.join(", ", parts),
        phases.capacity() != null ? "; x is the capacity of each server" : ofBackEnd(),
        giveUp == null ? "" : format("; clients give up after %,d ms", giveUp.toMillis()));
  }

  /** Says what is requested, unless that differs; each part says it for itself. */
  private String get() {
    List<String> paths =
        arms.stream()
            .filter(arm -> arm.value("part").isEmpty())
            .map(arm -> Objects.requireNonNullElse(arm.variation().path(), usualPath()))
            .distinct()
            .toList();
    return paths.size() == 1 && changes.path() == null ? ", GET " + paths.get(0) : "";
  }

  /** Says what rates are multiples of if it is what the back ends can do. */
  private String ofBackEnd() {
    return backEnds()
        .findFirst()
        .map(
            backEnd ->
                format(
                    "; x is %,.0f a second, what the back end can do, where a call takes %,d ms",
                    backEnd.perSecond(), backEnd.service().toMillis()))
        .orElse("");
  }

  private Stream<BackEndPlan> backEnds() {
    return arms.stream().flatMap(arm -> Stream.ofNullable(arm.variation().backEnd()));
  }

  /** Returns whether an arm asks PostgreSQL. */
  public boolean asksPostgres() {
    return backEnds().anyMatch(backEnd -> backEnd.kind() == BackEndPlan.Kind.POSTGRES);
  }

  /**
   * Returns a copy without the arms that ask PostgreSQL.
   *
   * @throws LabException if there are no others
   */
  public FilePlan withoutPostgres() throws LabException {
    List<PlannedArm> others =
        arms.stream()
            .filter(
                arm -> {
                  BackEndPlan backEnd = arm.variation().backEnd();
                  return backEnd == null || backEnd.kind() != BackEndPlan.Kind.POSTGRES;
                })
            .toList();
    FilePlan plan = new FilePlan(name, file, ownText, javas, others, blocks, changes);
    plan.check();
    return plan;
  }

  private Duration giveUp() {
    return Objects.requireNonNullElse(file.load().giveUp(), Traffic.TIMEOUT);
  }

  /** Refuses back ends of whose clients nobody is answered, or too many wait. */
  private void checkBackEnds() throws LabException {
    for (BackEndPlan backEnd : backEnds().toList()) {
      if (backEnd.service().compareTo(giveUp()) >= 0) {
        throw new LabException(
            name + ".yaml: give-up must be longer than a call takes, or nobody is answered");
      }
      double most =
          Phases.of(file.load(), false).all().stream()
              .mapToDouble(phase -> phase.perSecond(Map.of(), backEnd.perSecond()))
              .max()
              .orElse(0);
      double waiting = most * giveUp().toMillis() / 1e3;
      if (waiting > MOST_WAITING) {
        throw new LabException(
            format(
                    "%,.0f clients would be waiting at the same time; take fewer slots, a longer",
                    waiting)
                + " service time or a shorter time until clients give up");
      }
    }
  }

  /** Says what the command line has changed. */
  private String added() {
    String arguments = changes.arguments().toString();
    boolean isSaid = changes.path() == null || isOfJMeter() || !file.load().phases().isEmpty();
    return (isSaid ? "" : ", GET " + changes.path())
        + (changes.fileSize() == null ? "" : format(" (%,d bytes)", changes.fileSize()))
        + (arguments.isEmpty() ? "" : "; with --stage-args " + arguments);
  }

  private Stream<Company> companies() {
    return arms.stream().flatMap(arm -> Stream.ofNullable(arm.variation().beside()));
  }

  private double rareShare() {
    return companies()
        .flatMap(company -> Stream.ofNullable(company.rareShare()))
        .findFirst()
        .orElse(0.0);
  }

  /** Returns the arms that the A/A arms repeat. */
  private static List<String> twins(List<PlannedArm> arms) {
    return arms.stream()
        .filter(PlannedArm::isTwin)
        .flatMap(
            twin ->
                arms.stream()
                    .filter(arm -> !arm.isTwin() && arm.setting().equals(twin.setting()))
                    .map(PlannedArm::name))
        .toList();
  }

  private Variant variant(PlannedArm arm, int processors) {
    Variation variation = arm.variation();
    Company company = variation.beside();
    String stage = Objects.requireNonNull(variation.stage(), "checked");
    String ofArm = Objects.requireNonNullElse(variation.path(), usualPath());
    String path = path(ofArm);
    String warmUp = changes.path() == null ? variation.warmUpPath() : null;
    List<String> arguments = changes.arguments().of(stage, answering(arguments(arm, processors)));
    return new Variant(
        arm.name(),
        arm.server(),
        arm.setting(),
        Objects.requireNonNullElseGet(variation.java(), () -> javas.keySet().iterator().next()),
        stage,
        arguments,
        jvm(variation),
        path,
        Objects.requireNonNullElse(warmUp, path),
        company == null ? null : company.rarePath(),
        arm.base(),
        idle(company, processors),
        company == null ? 0 : count(company.slowReaders(), processors),
        company == null ? 0 : count(company.users(), processors),
        variation.line(),
        requests(variation, processors),
        arm.blocks() < blocks.count() ? arm.blocks() : null,
        fileSize(variation),
        (changes.concern(stage) && file.judged() != Judged.ALWAYS) ? true : null,
        file.load().phases().isEmpty() ? null : demand(variation, new ArgumentList(arguments)),
        variation.backEnd(),
        isCold(arm) ? true : null);
  }

  private boolean anyAsksAgain() {
    return arms.stream().anyMatch(arm -> retries(arm.variation()) != null);
  }

  private Demand demand(Variation variation, ArgumentList arguments) {
    Map<String, Double> rates = new HashMap<>();
    Objects.requireNonNullElse(variation.rates(), Map.<String, Rate>of())
        .forEach((rate, number) -> rates.put(rate, number.number()));
    OptionalInt smallest = arguments.number(SMALLEST_POOL);
    boolean isJudged = file.leaveOut().contains(Objection.POOL_HAS_GROWN) && smallest.isPresent();
    return new Demand(
        rates,
        retries(variation),
        file.load().capacity() == null ? 0 : users(file.load().capacity(), variation, arguments),
        isJudged ? smallest.getAsInt() : null);
  }

  /** Returns the users who find a capacity; a single one would be away between two requests. */
  private static int users(CapacityPlan capacity, Variation variation, ArgumentList arguments) {
    double each = Objects.requireNonNullElse(variation.usersPerWorker(), capacity.usersPerWorker());
    int workers = arguments.number(capacity.workersBy()).orElse(capacity.workers());
    return Math.max(FEWEST_USERS, (int) Math.ceil(each * workers));
  }

  private static @Nullable Retries retries(Variation variation) {
    Repetition clients = variation.clients();
    return clients == null || clients.most() == 0
        ? null
        : new Retries(
            clients.most(),
            Objects.requireNonNullElse(clients.backOff(), Duration.ZERO).toMillis(),
            Objects.requireNonNullElse(clients.share(), 1.0));
  }

  /** Returns the arguments of an arm, with the user's own handler if there is one. */
  private List<String> answering(List<String> arguments) {
    List<String> handler = changes.handler();
    return handler.isEmpty()
        ? arguments
        : new ArgumentList(arguments)
            .without(option -> option.startsWith("--simulate-"))
            .and(new ArgumentList(handler))
            .all();
  }

  private @Nullable Long fileSize(Variation variation) {
    if (changes.fileSize() != null) {
      return changes.fileSize();
    }
    return changes.path() == null ? variation.file() : null;
  }

  private List<String> jvm(Variation variation) {
    List<String> options =
        new ArrayList<>(variation.jvm() == null ? List.of() : variation.jvm().all());
    if (Boolean.TRUE.equals(variation.aotCache())) {
      options.add(Variant.AOT_CACHE);
    }
    BackEndPlan backEnd = variation.backEnd();
    HandlerChoice handler = variation.handler();
    if (backEnd != null && handler != null) {
      SequencedMap<String, String> properties = new LinkedHashMap<>();
      properties.put("url", Variant.BACK_END);
      properties.put("slots", Integer.toString(backEnd.slots()));
      properties.put("service", Long.toString(backEnd.service().toMillis()));
      properties.put("timeout", Long.toString(giveUp().toMillis()));
      properties.putAll(Objects.requireNonNullElse(handler.properties(), Map.of()));
      properties.forEach((name, value) -> options.add("-Ddownstream." + name + "=" + value));
    }
    return options;
  }

  private static int idle(@Nullable Company company, int processors) {
    return company == null
        ? 0
        : count(company.idle(), processors) + count(company.silent(), processors);
  }

  private static int count(@Nullable Count count, int processors) {
    return count == null ? 0 : count.on(processors);
  }

  private static Variant.@Nullable Requests requests(Variation variation, int processors) {
    if (variation.users() == null
        && variation.connections() == null
        && variation.headers() == null) {
      return null;
    }
    return new Variant.Requests(
        variation.users() == null ? null : variation.users().on(processors),
        variation.connections() == null ? null : variation.connections() == Connections.NEW,
        Objects.requireNonNullElse(variation.headers(), Map.of()));
  }

  private static List<String> arguments(PlannedArm arm, int processors) {
    List<String> arguments = new ArrayList<>();
    arm.example()
        .ifPresent(
            example ->
                arguments.addAll(
                    List.of("--handler-jar", Variant.HANDLERS, "--handler", "example." + example)));
    arm.downstream()
        .ifPresent(
            handler ->
                arguments.addAll(
                    List.of(
                        "--handler-jar",
                        Variant.BACK_END_HANDLERS,
                        "--handler",
                        "tailgate.downstream." + handler)));
    for (String argument : arm.variation().allArguments().all()) {
      arguments.add(
          PER_PROCESSOR
              .matcher(argument)
              .replaceAll(
                  count -> Integer.toString(Integer.parseInt(count.group(1)) * processors)));
    }
    return arguments;
  }
}
