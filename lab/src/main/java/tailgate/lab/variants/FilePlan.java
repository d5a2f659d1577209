package tailgate.lab.variants;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.plan.Count;
import tailgate.lab.plan.Expansion;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Reading;
import tailgate.lab.plan.LoadPlan;
import tailgate.lab.plan.LoadPlan.Spacing;
import tailgate.lab.plan.PlannedArm;
import tailgate.lab.plan.Variation;
import tailgate.lab.plan.Variation.Company;
import tailgate.lab.plan.Variation.Connections;
import tailgate.lab.plan.Variation.HandlerChoice;
import tailgate.lab.project.Project;

/**
 * Makes the plan of a run from the file of an experiment.
 *
 * @param name the name of the experiment
 * @param file the experiment in the form that is run
 * @param ownText the text of the file if it is a user's own; null for an experiment of the lab
 * @param javas the version of each Java by its name
 * @param arms all arms in the order of the rows
 * @param blocks the blocks in which all arms are measured
 */
public record FilePlan(
    String name,
    ExperimentFile file,
    @Nullable String ownText,
    Map<String, String> javas,
    List<PlannedArm> arms,
    Blocks blocks) {

  /** The users of an open load without a number: as many as can have a request at 500/s. */
  private static final Count USERS = new Count(1_000, false);

  private static final Duration WARM_UP = Duration.ofSeconds(2);

  /** An argument such as {@code {16 per processor}}. */
  private static final Pattern PER_PROCESSOR = Pattern.compile("\\{(\\d{1,7}) per processor}");

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
    FilePlan plan = new FilePlan(name, file, ownText, javas, arms, blocks);
    plan.check();
    return plan;
  }

  private static int feature(String version) {
    return Integer.parseInt(version.split("[.+-]", 2)[0]);
  }

  private void check() throws LabException {
    if (arms.isEmpty()) {
      throw new LabException(name + ": no arm is left");
    }
    LoadPlan load = file.load();
    Map<String, Boolean> asked = new LinkedHashMap<>();
    asked.put("engine: jmeter", load.engine() == LoadPlan.Engine.JMETER);
    asked.put("phases", !load.phases().isEmpty());
    asked.put("capacity", load.capacity() != null);
    asked.put("requests", load.requests() != null);
    asked.put("arrivals: uniform", load.arrivals() == Spacing.UNIFORM);
    asked.put("measure: seconds", file.measure().contains(Reading.SECONDS));
    asked.put("leave-out", !file.leaveOut().isEmpty());
    asked.put("targets", !file.targets().isEmpty());
    asked.put("candidates", file.candidates());
    asked.put("across", file.table() != null && file.table().across() != null);
    asked.put("sections", file.table() != null && !file.table().sections().isEmpty());
    asked.put("blocks of a set", arms.stream().anyMatch(arm -> arm.blocks() < blocks.count()));
    asked.put("several twins", arms.stream().filter(PlannedArm::isTwin).count() > 1);
    asked.put("several handlers", handlers().distinct().count() > 1);
    for (PlannedArm arm : arms) {
      Variation variation = arm.variation();
      asked.merge("stage missing", variation.stage() == null, Boolean::logicalOr);
      asked.merge("back-end", variation.backEnd() != null, Boolean::logicalOr);
      asked.merge("aot-cache", variation.aotCache() != null, Boolean::logicalOr);
      asked.merge("clients", variation.clients() != null, Boolean::logicalOr);
      asked.merge("cold", variation.cold() != null, Boolean::logicalOr);
      asked.merge("file", variation.file() != null, Boolean::logicalOr);
    }
    List<String> unknown =
        asked.entrySet().stream().filter(Map.Entry::getValue).map(Map.Entry::getKey).toList();
    if (!unknown.isEmpty()) {
      throw new LabException(
          "%s: a file cannot be run with this yet: %s".formatted(name, String.join(", ", unknown)));
    }
    Columns.check(name, file.table());
  }

  private Stream<String> handlers() {
    return arms.stream()
        .map(arm -> arm.variation().handler())
        .filter(Objects::nonNull)
        .map(HandlerChoice::example)
        .filter(Objects::nonNull);
  }

  /** Returns whether the arms choose the collectors of their JVMs. */
  public boolean choosesCollectors() {
    return arms.stream()
        .map(arm -> arm.variation().jvm())
        .filter(Objects::nonNull)
        .flatMap(jvm -> jvm.all().stream())
        .anyMatch(option -> COLLECTOR.matcher(option).matches());
  }

  /** Returns whether the arms differ in the line between the load and the servers. */
  public boolean changesLine() {
    return arms.stream().anyMatch(arm -> arm.variation().line() != null);
  }

  /** Returns the number of connections that other clients keep beside the load, at most. */
  public int mostBeside() {
    return arms.stream()
        .map(arm -> arm.variation().beside())
        .filter(Objects::nonNull)
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
    return new VariantsPlan(
        name,
        file.question(),
        Optional.ofNullable(file.loadInWords()).orElseGet(() -> inWords(processors)),
        handlers().findFirst().orElse(null),
        javas,
        arms.stream().filter(arm -> !arm.isTwin()).map(arm -> variant(arm, processors)).toList(),
        new Traffic(
            Objects.requireNonNullElse(load.users(), USERS).on(processors),
            load.at() == null ? null : load.at().number(),
            rareShare(),
            Objects.requireNonNullElse(load.warmUp(), WARM_UP),
            Objects.requireNonNull(load.time(), "checked by the reader"),
            load.giveUp(),
            load.leastTime(),
            load.connections() == Connections.NEW),
        twin(),
        file.settles(),
        blocks,
        file.remarks(),
        ownText);
  }

  private String inWords(int processors) {
    LoadPlan load = file.load();
    int users = Objects.requireNonNullElse(load.users(), USERS).on(processors);
    String kind = load.connections() == Connections.NEW ? "new" : "kept";
    return load.at() == null
        ? format("closed model, %,d users on %s connections", users, kind)
        : format("open model, %,.0f arrivals a second, Poisson", load.at().number());
  }

  private double rareShare() {
    return arms.stream()
        .map(arm -> arm.variation().beside())
        .filter(Objects::nonNull)
        .map(Company::rareShare)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse(0.0);
  }

  /** Returns the arm of which the A/A arm is the repetition, if there is one. */
  private @Nullable String twin() {
    return arms.stream()
        .filter(PlannedArm::isTwin)
        .flatMap(
            twin ->
                arms.stream()
                    .filter(arm -> !arm.isTwin() && arm.setting().equals(twin.setting()))
                    .map(PlannedArm::name))
        .findFirst()
        .orElse(null);
  }

  private Variant variant(PlannedArm arm, int processors) {
    Variation variation = arm.variation();
    Company company = variation.beside();
    String path =
        Stream.of(variation.path(), file.load().path())
            .filter(Objects::nonNull)
            .findFirst()
            .orElse(Project.DATA);
    return new Variant(
        arm.name(),
        arm.server(),
        arm.setting(),
        Objects.requireNonNullElseGet(variation.java(), () -> javas.keySet().iterator().next()),
        Objects.requireNonNull(variation.stage(), "checked"),
        arguments(variation, processors),
        variation.jvm() == null ? List.of() : variation.jvm().all(),
        path,
        Objects.requireNonNullElse(variation.warmUpPath(), path),
        company == null ? null : company.rarePath(),
        arm.base(),
        idle(company, processors),
        company == null ? 0 : count(company.slowReaders(), processors),
        company == null ? 0 : count(company.users(), processors),
        variation.line(),
        requests(variation, processors));
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

  private static List<String> arguments(Variation variation, int processors) {
    List<String> arguments = new ArrayList<>();
    HandlerChoice handler = variation.handler();
    if (handler != null && handler.example() != null) {
      arguments.addAll(
          List.of("--handler-jar", Variant.HANDLERS, "--handler", "example." + handler.example()));
    }
    for (String argument : variation.allArguments().all()) {
      arguments.add(
          PER_PROCESSOR
              .matcher(argument)
              .replaceAll(
                  count -> Integer.toString(Integer.parseInt(count.group(1)) * processors)));
    }
    return arguments;
  }
}
