package tailgate.lab.compare;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.lab.LabException;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.run.AotCache;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.ServerSession;
import tailgate.lab.run.ServerSpec;
import tailgate.lab.run.ServerWarmUp;
import tailgate.lab.run.SmallSite;
import tailgate.lab.run.Testbed;

/**
 * Starts the servers of variants, and warms them.
 *
 * @param handlers the jar of the experiment's handler
 * @param javas the java binaries by their names
 * @param caches a new folder for caches of JVMs: one of another jar or Java would keep a server
 *     from starting
 */
public record VariantServers(
    Testbed testbed, VariantsPlan plan, Path handlers, Map<String, String> javas, Path caches) {

  /** The line before a variant changes it: its packets are as small as on any of theirs. */
  public static final String FIRST_LINE = "0ms,loss=0";

  /** The users of a warm-up before an open load, unless others measure a capacity. */
  private static final int USERS_OF_OPEN = 16;

  /** The stages in which nothing else is done while a handler waits. */
  private static final List<String> ONE_AT_A_TIME = List.of("singlethreaded", "event-loop");

  private static final int FEW_USERS = 4;

  Testbed testbed(Variant variant) {
    return testbed.on(Objects.requireNonNull(javas.get(variant.java()), "no such Java"));
  }

  /** Starts the server of a {@link #spec}, and returns when it has answered and is warm. */
  ServerSession open(LoadRig rig, Variant variant, String backEnd, RunContext context)
      throws IOException, LabException, InterruptedException {
    ServerSpec server = spec(variant, backEnd, context);
    return ServerSession.open(rig, server, variant.warmUp(), warmUp(variant), context);
  }

  /**
   * Describes the server of a variant.
   *
   * @param backEnd the address of its back end; empty if it has none
   */
  ServerSpec spec(Variant variant, String backEnd, RunContext context)
      throws IOException, LabException, InterruptedException {
    UnaryOperator<String> filled =
        argument ->
            argument
                .replace(Variant.HANDLERS, handlers.toString())
                .replace(Variant.FOLDER, context.folder().toString())
                .replace(
                    Variant.BACK_END_HANDLERS,
                    testbed.stages().project().downstreamJar().toString());
    // Requests that still wait for an answer at the end are not counted.
    Stream<String> drain = Stream.of("--drain-timeout", "1s");
    List<String> arguments =
        Stream.concat(variant.arguments().stream().map(filled), drain).toList();
    List<String> jvm = new ArrayList<>();
    variant.jvm().forEach(option -> jvm.add(option.replace(Variant.BACK_END, backEnd)));
    boolean rehearses = jvm.remove(Variant.AOT_CACHE);
    if (rehearses || jvm.remove(Variant.AOT_CACHE_OF_START)) {
      jvm.addAll(AotCache.use(cache(variant, List.copyOf(jvm), rehearses, context)));
    }
    Optional<Path> site =
        variant.file() == null
            ? Optional.empty()
            : Optional.of(SmallSite.in(context.folder(), variant.path(), variant.file()));
    return new ServerSpec(variant.stage(), arguments, site, jvm);
  }

  /** Returns the AOT cache of a stage; the first use makes it, with the same options of the JVM. */
  private Path cache(Variant variant, List<String> jvm, boolean rehearses, RunContext context)
      throws IOException, LabException, InterruptedException {
    String name =
        format(
            "%s-%s-%x%s.aot",
            variant.stage(), variant.java(), jvm.hashCode(), rehearses ? "" : "-start");
    Path cache = Files.createDirectories(caches).resolve(name);
    if (!Files.exists(cache)) {
      context.say("(training) ");
      new AotCache(testbed(variant).stages())
          .make(variant.stage(), jvm, cache, rehearses, context.in("training"));
    }
    return cache;
  }

  /**
   * Returns the warm-up of a server; empty if each load warms it.
   *
   * @param first the variant that is measured first at the server
   */
  Optional<ServerWarmUp> warmUp(Variant first) {
    if (!plan.settles()) {
      return Optional.empty();
    }
    Traffic traffic = plan.traffic();
    boolean hasPhases = traffic.phases() != null;
    return Optional.of(
        ServerWarmUp.closed(
            first.warmUp(),
            hasPhases ? List.of(traffic.keeps(first)) : kept(first),
            users(first),
            hasPhases ? PhasedLoad.CLOSED_TIMEOUT : traffic.timeout()));
  }

  /**
   * Returns whether connections are used again, for each kind of load at a server; that of the
   * first load is the last.
   */
  private List<Boolean> kept(Variant first) {
    boolean kept = plan.traffic().keeps(first);
    boolean areBoth =
        plan.at(first.server()).stream().anyMatch(other -> plan.traffic().keeps(other) != kept);
    return areBoth ? List.of(!kept, kept) : List.of(kept);
  }

  /**
   * Returns the number of users in the middle of those of a closed load. There are fewer if a
   * reactor or the only thread waits in its handler, because it would still serve the users of the
   * warm-up long after they have left.
   */
  private int users(Variant first) {
    if (plan.traffic().perSecond() != null || plan.traffic().phases() != null) {
      int ofCapacity = first.ownDemand().capacityUsers();
      return ofCapacity == 0 ? USERS_OF_OPEN : ofCapacity;
    }
    List<Integer> users =
        plan.at(first.server()).stream().map(plan.traffic()::usersOf).distinct().toList();
    int middle = users.get(users.size() / 2);
    boolean waits =
        first.arguments().contains("--simulate-io") && ONE_AT_A_TIME.contains(first.stage());
    return waits ? Math.min(middle, FEW_USERS) : middle;
  }

  /**
   * Changes the line between the load and the servers.
   *
   * @param line as {@link NetworkLine#parse}; null if the line is not what is compared
   */
  void changeLine(@Nullable String line) throws LabException, InterruptedException {
    if (line != null) {
      testbed.stages().isolation().line().orElseThrow().change(NetworkLine.parse(line));
    }
  }
}
