package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
import tailgate.lab.plan.PlannedArm;
import tailgate.lab.plan.Variation.BackEndPlan;

/**
 * Makes the plan of a run from the file of an experiment.
 *
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

  /** The generator needs a connection for each client that waits. */
  private static final int MOST_WAITING = 8_000;

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
        .sorted((a, b) -> Integer.compare(feature(a.getValue()), feature(b.getValue())))
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
    return arms.stream()
        .map(arm -> arm.variation().company())
        .mapToInt(
            company ->
                Count.on(1, company.idle())
                    + Count.on(1, company.silent())
                    + Count.on(1, company.slowReaders()))
        .max()
        .orElse(0);
  }

  /**
   * Returns the plan for a server.
   *
   * @param processors the number of processors of the server
   */
  public VariantsPlan on(int processors) {
    List<PlannedArm> present =
        arms.stream().filter(arm -> arm.isFor(processors)).map(arm -> arm.on(processors)).toList();
    Traffic traffic = Traffic.of(file.load(), arms, processors);
    VariantFactory variants = new VariantFactory(file, changes, javas, blocks.count(), processors);
    return new VariantsPlan(
        name,
        changes.handler().isEmpty()
            ? file.question()
            : "The load of %s, answered by %s: what is served?"
                .formatted(name, changes.handler().getLast()),
        new LoadWords(file, arms, changes, traffic).text(),
        present.stream().flatMap(arm -> arm.example().stream()).findFirst().orElse(null),
        javas,
        present.stream().filter(arm -> !arm.isTwin()).map(variants::of).toList(),
        traffic,
        twins(present),
        file.settles(),
        blocks,
        file.remarks(),
        ownText);
  }

  private Stream<BackEndPlan> backEnds() {
    return arms.stream().flatMap(arm -> Stream.ofNullable(arm.variation().backEnd()));
  }

  /** Returns whether an arm asks PostgreSQL. */
  public boolean asksPostgres() {
    return arms.stream().anyMatch(FilePlan::isOfPostgres);
  }

  private static boolean isOfPostgres(PlannedArm arm) {
    BackEndPlan backEnd = arm.variation().backEnd();
    return backEnd != null && backEnd.kind() == BackEndPlan.Kind.POSTGRES;
  }

  /**
   * Returns a copy without the arms that ask PostgreSQL.
   *
   * @throws LabException if there are no others
   */
  public FilePlan withoutPostgres() throws LabException {
    List<PlannedArm> others = arms.stream().filter(arm -> !isOfPostgres(arm)).toList();
    FilePlan plan = new FilePlan(name, file, ownText, javas, others, blocks, changes);
    plan.check();
    return plan;
  }

  /** Refuses back ends of whose clients nobody is answered, or too many wait. */
  private void checkBackEnds() throws LabException {
    Duration giveUp = Traffic.timeout(file.load());
    for (BackEndPlan backEnd : backEnds().toList()) {
      if (backEnd.service().compareTo(giveUp) >= 0) {
        throw new LabException(
            name + ".yaml: give-up must be longer than a call takes, or nobody is answered");
      }
      double most =
          Phases.of(file.load(), false).all().stream()
              .mapToDouble(phase -> phase.perSecond(Map.of(), backEnd.perSecond()))
              .max()
              .orElse(0);
      double waiting = most * giveUp.toMillis() / 1e3;
      if (waiting > MOST_WAITING) {
        throw new LabException(
            format(
                    "%,.0f clients would be waiting at the same time; take fewer slots, a longer",
                    waiting)
                + " service time or a shorter time until clients give up");
      }
    }
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
}
