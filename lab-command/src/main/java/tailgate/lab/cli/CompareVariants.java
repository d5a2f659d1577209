package tailgate.lab.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.machine.NetworkLine;
import tailgate.lab.project.Project;
import tailgate.lab.run.ExampleJar;
import tailgate.lab.run.LoadTest;
import tailgate.lab.variants.Carriers;
import tailgate.lab.variants.Computing;
import tailgate.lab.variants.Distance;
import tailgate.lab.variants.Idlers;
import tailgate.lab.variants.Locals;
import tailgate.lab.variants.Mixed;
import tailgate.lab.variants.NewConnections;
import tailgate.lab.variants.Sizing;
import tailgate.lab.variants.Variant;
import tailgate.lab.variants.VariantsExperiment;
import tailgate.lab.variants.VariantsPlan;

/** Runs the experiments that compare variants of a server. */
abstract class CompareVariants extends ExperimentCommand {

  /** A committed run has so many blocks. */
  private static final int BLOCKS = 10;

  /** A message calls stages so if others cannot take part. */
  private static final String KEEPING_STAGE = "stage that keeps connections";

  /** Compares virtual threads that cannot leave their carriers. */
  @Command(
      name = "carriers",
      description = {
        "Which ways to wait hold the carriers of virtual threads, and on which Java?",
        "500 users and a handler that waits 100 ms: parked, inside synchronized, below a native"
            + " frame, in a class initializer, for a pool that parks and for one that spins. With"
            + " --java 21=PATH,25=PATH on each of these Javas. About an hour for each Java; with"
            + " --quick a minute."
      })
  static final class OfCarriers extends CompareVariants {

    @Option(
        names = "--ways",
        split = ",",
        paramLabel = "NAME",
        description =
            "only these ways to wait, and the ways that they are compared with: park, monitor,"
                + " loading, initializer, pool, spin (default: all; with --quick all but"
                + " initializer, and park,monitor on the older Javas)")
    List<String> ways = List.of();

    @Override
    VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) {
      ways.forEach(way -> checkOneOf("way to wait", Carriers.ways(), way));
      sayIfAlone(javas, " (before 24, synchronized holds the carrier)");
      return Carriers.plan(ways, javas, lab().quick, blocks);
    }
  }

  /** Mixes few slow requests with many fast ones. */
  @Command(
      name = "mixed",
      description = {
        "One request in a hundred waits or computes for 50 ms: what is the P99 of the others?",
        "600 arrivals a second at each stage, with and without slow requests: about two hours."
            + " With --quick threadpool, virtual-threads and event-loop, about 2 minutes."
      })
  static final class OfMixed extends CompareVariants {

    private static final List<String> QUICK_STAGES =
        List.of("threadpool", "virtual-threads", "event-loop");

    @Option(
        names = "--stages",
        split = ",",
        paramLabel = "STAGE",
        description =
            "only these stages (default: all; with --quick threadpool,virtual-threads,event-loop)")
    @Nullable List<String> stages;

    @Option(
        names = "--slow",
        split = ",",
        paramLabel = "NAME",
        description = "what slow requests do: block, compute (default: both, one after the other)")
    List<String> slow = Mixed.slow();

    @Override
    VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) {
      List<String> chosenStages =
          Objects.requireNonNullElse(stages, lab().quick ? QUICK_STAGES : Project.STAGES);
      lab().checkStages(chosenStages);
      slow.forEach(kind -> checkOneOf("kind of slow requests", Mixed.slow(), kind));
      checkOne("mixed", javas);
      return Mixed.plan(chosenStages, slow, javas, lab().quick, blocks);
    }
  }

  /** Adds connections that are idle, and clients that read slowly. */
  @Command(
      name = "idlers",
      description = {
        "Thousands of kept connections that ask rarely, or clients that read slowly: what is left"
            + " for the others?",
        "10,000 connections, or 200 slow readers, at each stage with each --dispatch that fits"
            + " it: about two hours. With --quick 1,000 connections and four of these servers,"
            + " about 2 minutes."
      })
  static final class OfIdlers extends CompareVariants {

    @Option(
        names = "--stages",
        split = ",",
        paramLabel = "STAGE",
        description =
            "only these stages, with each --dispatch that fits them (default: all but"
                + " singlethreaded, which cannot take part; with --quick threadpool, event-loop,"
                + " and virtual-threads by connection)")
    List<String> stages = List.of();

    @Override
    VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) throws LabException {
      stages.forEach(stage -> checkOneOf(KEEPING_STAGE, Idlers.stages(), stage));
      checkOne("idlers", javas);
      Descriptors.check(Idlers.connections(lab().quick) + Idlers.SLOW_READERS);
      return Idlers.plan(stages, javas, lab().quick, blocks);
    }
  }

  /** Compares a buffer for each thread with one for each request. */
  @Command(
      name = "locals",
      description = {
        "A handler with a buffer of 16 KiB, in a thread-local or new: what heap and garbage does"
            + " it cost?",
        "1,000 arrivals a second, and 5,000 idle connections; a ThreadLocal, a new array, and a"
            + " ScopedValue on Java 25 and later: about two hours. With --quick 1,000 connections"
            + " and three models, about 2 minutes."
      })
  static final class OfLocals extends CompareVariants {

    @Option(
        names = "--stages",
        split = ",",
        paramLabel = "STAGE",
        description =
            "only these stages (default: all but singlethreaded, which cannot take part; with"
                + " --quick threadpool,virtual-threads)")
    List<String> stages = List.of();

    @Override
    VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) throws LabException {
      stages.forEach(stage -> checkOneOf(KEEPING_STAGE, Locals.stages(), stage));
      checkOne("locals", javas);
      Descriptors.check(Locals.connections(lab().quick));
      return Locals.plan(stages, javas, lab().quick, blocks);
    }
  }

  /** Sends requests that compute to pools of several sizes. */
  @Command(
      name = "computing",
      description = {
        "Every request computes for 100 µs, and no processor time is left: how many threads should"
            + " share a processor?",
        "64 users for each processor of the server, at pools of 1, 4 and 16 workers for each, and"
            + " at the models that have none to be chosen: about an hour. With --quick four of"
            + " these servers, about a minute."
      })
  static final class OfComputing extends CompareVariants {

    @Option(
        names = "--stages",
        split = ",",
        paramLabel = "STAGE",
        description =
            "only these stages, threadpool with each number of workers (default: all but"
                + " singlethreaded; with --quick threadpool,virtual-threads,event-loop)")
    List<String> stages = List.of();

    @Override
    VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) {
      stages.forEach(stage -> checkOneOf("stage with several users", Computing.stages(), stage));
      checkOne("computing", javas);
      return Computing.plan(1, stages, javas, lab().quick, blocks);
    }

    @Override
    VariantsPlan on(int cores, VariantsPlan plan) {
      return Computing.plan(cores, stages, plan.javas(), lab().quick, plan.blocks());
    }
  }

  /** Opens new connections to a server that is busy. */
  @Command(
      name = "new-connections",
      description = {
        "64 users keep each processor of the server busy: how long does a new connection wait?",
        "500 new connections a second, at each stage with each --dispatch that fits it; every"
            + " request computes for 100 µs: about 80 minutes. With --quick virtual-threads and"
            + " event-loop, about a minute."
      })
  static final class OfNewConnections extends CompareVariants {

    @Option(
        names = "--stages",
        split = ",",
        paramLabel = "STAGE",
        description =
            "only these stages, with each --dispatch that fits them (default: all but"
                + " singlethreaded, which cannot take part; with --quick"
                + " virtual-threads,event-loop)")
    List<String> stages = List.of();

    @Override
    VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) {
      stages.forEach(stage -> checkOneOf(KEEPING_STAGE, NewConnections.stages(), stage));
      checkOne("new-connections", javas);
      return NewConnections.plan(1, stages, javas, lab().quick, blocks);
    }

    @Override
    VariantsPlan on(int cores, VariantsPlan plan) {
      return NewConnections.plan(cores, stages, plan.javas(), lab().quick, plan.blocks());
    }
  }

  /** Compares pools that find their number of threads. */
  @Command(
      name = "sizing",
      description = {
        "Four connections behind the handler, or none: how many threads does a pool find that"
            + " sizes itself?",
        "500 users, at an adaptive pool of 8 to 256 threads with each policy, and at fixed pools"
            + " of 8 and 256: about 80 minutes. With --quick the adaptive pools and four"
            + " connections, about 2 minutes."
      })
  static final class OfSizing extends CompareVariants {

    @Option(
        names = "--policies",
        split = ",",
        paramLabel = "NAME",
        description = "only these: littles-law, ladder, hill-climbing, liberty (default: all)")
    List<String> policies = Sizing.policies();

    @Override
    VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) {
      policies.forEach(policy -> checkOneOf("policy", Sizing.policies(), policy));
      checkOne("sizing", javas);
      return Sizing.plan(policies, javas, lab().quick, blocks);
    }
  }

  /** Puts users at a distance. */
  @Command(
      name = "distance",
      description = {
        "What do 1 ms, 20 ms and a loss of 1 %% between the users and the server do to each model?",
        "50 users and requests that wait for 20 ms, over a network line on this machine (Linux, as"
            + " root; docs/distributed-load.md): about two hours. With --quick 0 ms, 20 ms and the"
            + " loss, at threadpool and virtual-threads, about a minute."
      })
  static final class OfDistance extends CompareVariants {

    @Option(
        names = "--stages",
        split = ",",
        paramLabel = "STAGE",
        description =
            "only these stages, with each --dispatch that fits them (default: all; with --quick"
                + " threadpool, and virtual-threads by connection)")
    List<String> stages = List.of();

    @Override
    VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) {
      lab().checkStages(stages);
      checkOne("distance", javas);
      return Distance.plan(stages, javas, lab().quick, blocks);
    }

    @Override
    NetworkLine line() {
      return Distance.FIRST;
    }
  }

  final void sayIfAlone(SequencedMap<String, String> javas, String why) {
    if (javas.size() == 1) {
      console()
          .printf(
              "only Java %s takes part; --java 21=PATH,25=PATH compares two%s%n",
              javas.firstEntry().getKey(), why);
      console().flush();
    }
  }

  final void checkOne(String experiment, Map<String, String> javas) {
    if (javas.size() > 1) {
      throw wrong(experiment + " takes one --java");
    }
  }

  /**
   * Says what is compared.
   *
   * @param javas the version of each Java by its name
   * @return the plan; if it depends on the server's processors, that for one
   */
  abstract VariantsPlan plan(SequencedMap<String, String> javas, Blocks blocks) throws LabException;

  /** Fits a plan to a server that has so many processors. Most plans are the same for any. */
  VariantsPlan on(int cores, VariantsPlan plan) {
    return plan;
  }

  /** Returns the line between load and servers, if the variants differ in it; else null. */
  @Nullable NetworkLine line() {
    return null;
  }

  @Override
  final LabOptions.Order order() throws LabException {
    SequencedMap<String, Javas.Found> javas = lab().checkout.javas().find(lab().project());
    Map<String, String> paths =
        javas.values().stream().collect(Collectors.toMap(Javas.Found::name, Javas.Found::path));
    VariantsPlan plan = plan(Javas.versions(javas), lab().blocks(lab().quick ? 1 : BLOCKS));
    lab().project().check(plan.stages());
    checkStarts(plan, javas);
    Path handlers = handlers(plan);
    return new LabOptions.Order(
        plan.stages(),
        stages ->
            new VariantsExperiment(
                LoadTest.with(stages), on(stages.serverCores(), plan), handlers, paths),
        Optional.empty(),
        true,
        plan.comparesJvms(),
        line());
  }

  /** Checks that each Java starts, because one may lack what a variant asks of it. */
  private static void checkStarts(VariantsPlan plan, Map<String, Javas.Found> javas)
      throws LabException {
    Map<String, Set<List<String>>> all = new LinkedHashMap<>();
    for (Variant variant : plan.variants()) {
      all.computeIfAbsent(variant.java(), java -> new LinkedHashSet<>()).add(variant.jvm());
    }
    for (Map.Entry<String, Set<List<String>>> options : all.entrySet()) {
      Javas.Found java = Objects.requireNonNull(javas.get(options.getKey()));
      for (List<String> set : options.getValue()) {
        if (!set.isEmpty()) {
          java.check(set);
        }
      }
    }
  }

  /** Returns the jar of the handlers; any path if there are none. */
  private Path handlers(VariantsPlan plan) throws LabException {
    String handler = plan.handler();
    if (handler == null) {
      return Path.of("");
    }
    try {
      return ExampleJar.of(lab().project(), handler, plan.stages().get(0));
    } catch (IOException e) {
      throw new LabException("cannot compile the handler of this experiment: " + e, e);
    }
  }
}
