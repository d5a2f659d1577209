package tailgate.lab.compare;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonFormat;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.load.LoadSpec;
import tailgate.lab.plan.ExperimentFile;
import tailgate.lab.plan.ExperimentFile.Objection;
import tailgate.lab.plan.ExperimentFile.Reading;
import tailgate.lab.plan.ExperimentReader;
import tailgate.lab.plan.StatedClaim;
import tailgate.lab.plan.TablePlan;
import tailgate.lab.plan.Variation.BackEndPlan;

/**
 * What is compared.
 *
 * @param load in words; {@code {blocks}} stands for the blocks, which follow otherwise
 * @param handler the file in {@code docs/examples} that has the handler, without {@code .java};
 *     null if no variant has one
 * @param javas the exact version and the vendor of each Java by its name; in old results the
 *     version
 * @param twins the variants that A/A arms repeat
 * @param settles whether a server is warmed until it has settled; else each load warms it
 * @param remarks how far to trust it
 * @param ownFile the text of a user's own file; null for an experiment of the lab
 */
public record VariantsPlan(
    String name,
    String question,
    String load,
    @Nullable String handler,
    Map<String, String> javas,
    List<Variant> variants,
    Traffic traffic,
    @JsonAlias("twin") // in old archives, which have one at most
        @JsonFormat(with = JsonFormat.Feature.ACCEPT_SINGLE_VALUE_AS_ARRAY)
        List<String> twins,
    boolean settles,
    Blocks blocks,
    List<String> remarks,
    @Nullable String ownFile) {

  public VariantsPlan {
    javas = Map.copyOf(javas);
    variants = List.copyOf(variants);
    twins = twins == null ? List.of() : List.copyOf(twins);
    remarks = List.copyOf(remarks);
  }

  /** In each block the servers, and the variants of each, in random order. */
  List<VariantRun> runs() {
    List<VariantRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      for (List<VariantRun> atOneServer : blocks.shuffled(block, servers(block))) {
        runs.addAll(blocks.shuffled(block, atOneServer));
      }
    }
    return runs;
  }

  private List<List<VariantRun>> servers(int block) {
    List<List<VariantRun>> servers = new ArrayList<>();
    servers.addAll(servers(block, variants.stream(), false));
    Stream<Variant> again = variants.stream().filter(variant -> twins.contains(variant.name()));
    servers.addAll(servers(block, again, true));
    return servers;
  }

  /** Returns the runs of a block at each of the servers of some variants. */
  private static Collection<List<VariantRun>> servers(
      int block, Stream<Variant> variants, boolean areTwins) {
    Map<String, List<VariantRun>> servers = new LinkedHashMap<>();
    variants
        .filter(variant -> variant.isIn(block))
        .forEach(
            variant ->
                servers
                    .computeIfAbsent(variant.server(), server -> new ArrayList<>())
                    .add(new VariantRun(variant.name(), variant.server(), block, areTwins)));
    return servers.values();
  }

  Variant variant(String wanted) {
    return variants.get(place(wanted));
  }

  /** Returns the place of a variant in the plan, from 0. */
  int place(String wanted) {
    for (int i = 0; i < variants.size(); i++) {
      if (variants.get(i).name().equals(wanted)) {
        return i;
      }
    }
    throw new IllegalArgumentException("there is no variant " + wanted);
  }

  /** Returns the variants that are measured at a server, in the order of the plan. */
  List<Variant> at(String server) {
    return variants.stream().filter(variant -> variant.server().equals(server)).toList();
  }

  boolean varies(String axis) {
    return variants.stream().map(variant -> variant.setting().get(axis)).distinct().count() > 1;
  }

  /** Returns whether variants have numbers of users of their own. */
  boolean variesUsers() {
    return variants.stream().anyMatch(variant -> variant.ownRequests().users() != null);
  }

  public int mostUsers() {
    Phases phases = traffic.phases();
    ToIntFunction<Variant> users =
        phases == null
            ? traffic::usersOf
            : variant -> new PhasedLoad(traffic, phases, variant).mostUsers();
    return variants.stream().mapToInt(users).max().orElseThrow();
  }

  /** Returns the highest rate of any load; infinite if it is not known before. */
  double mostPerSecond() {
    Phases phases = traffic.phases();
    return phases == null
        ? traffic.mostPerSecond(mostUsers())
        : variants.stream()
            .mapToDouble(variant -> new PhasedLoad(traffic, phases, variant).mostPerSecond())
            .max()
            .orElseThrow();
  }

  /** Returns the load that is measured in a run without phases. */
  LoadSpec loadOf(VariantRun run) {
    return traffic.measured(variant(run.variant()), seed(run));
  }

  /** Returns the seed of the arrivals in a run, which is that of its block. */
  long seed(VariantRun run) {
    return blocks.seed() + run.block() - 1;
  }

  /** Returns the table of the file, or the usual one. */
  TablePlan table() {
    return Objects.requireNonNullElse(experiment().table(), TablePlan.USUAL);
  }

  /** Returns the file of the experiment, in its long form. */
  ExperimentFile experiment() {
    return ExperimentReader.known(name, ownFile);
  }

  /** Returns whether memory is read around the loads, without silent connections and with them. */
  boolean readsFootprints() {
    return experiment().measure().contains(Reading.FOOTPRINT);
  }

  /** Returns whether a load begins with the first request of its server, whose seconds are kept. */
  boolean readsSeconds() {
    return experiment().measure().contains(Reading.SECONDS);
  }

  /** Returns whether each run, and each repetition of one, has a new server that is not warmed. */
  boolean asksColdServers() {
    return readsFootprints() || readsSeconds();
  }

  /** Returns whether a run takes no part in a verdict for such a reason. */
  boolean leavesOut(Objection reason) {
    return experiment().leaveOut().contains(reason);
  }

  /** Returns whether claims are about single phases of a run. */
  boolean judgesPhases() {
    Phases phases = traffic.phases();
    return phases != null
        && (phases.capacity() != null || !phases.together().isEmpty() || claims(true) > 0);
  }

  /** Returns the number of conditions that are about a phase, or about a run. */
  long claims(boolean areOfPhases) {
    return experiment().claims().stream()
        .flatMap(claim -> claim.conditions().stream())
        .filter(condition -> condition.of().containsKey("load") == areOfPhases)
        .count();
  }

  /** Returns whether a claim can be decided: about arms that the command line has not changed. */
  public boolean hasBounds() {
    return variants.stream().anyMatch(Variant::isOriginal)
        && experiment().claims().stream()
            .map(StatedClaim::conditions)
            .anyMatch(all -> all.stream().allMatch(condition -> condition.is() != null));
  }

  /** All stages that take part. */
  public List<String> stages() {
    return variants.stream().map(Variant::stage).distinct().toList();
  }

  /** All stages that are started: a pool is the back end of others. */
  public List<String> started() {
    boolean asksPool =
        variants.stream()
            .flatMap(variant -> Stream.ofNullable(variant.backEnd()))
            .anyMatch(backEnd -> backEnd.kind() == BackEndPlan.Kind.HTTP);
    return Stream.concat(stages().stream(), asksPool ? Stream.of("threadpool") : Stream.empty())
        .distinct()
        .toList();
  }
}
