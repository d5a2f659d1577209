package tailgate.lab.cli;

import static tailgate.lab.load.Text.format;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.overload.Clients;
import tailgate.lab.overload.HandlerKind;
import tailgate.lab.overload.OverloadExperiment;
import tailgate.lab.overload.OverloadPlan;
import tailgate.lab.overload.Policy;
import tailgate.lab.run.ExampleJar;
import tailgate.lab.run.Testbed;

/** Runs the {@link OverloadExperiment} from the command line. */
@Command(
    name = "overload",
    description = {
      "0.5 to 3 times as many requests as a server can answer: how many does each policy answer"
          + " in time?",
      "Clients give up after 100 ms. The load has steps, a pulse of twice the capacity, and the"
          + " recovery. Each server has eight requests at a time, and gets multiples of its own"
          + " capacity. Nearly two hours; with all --handlers five. With --quick: threadpool and"
          + " virtual-threads, fifo and codel; about 2 minutes."
    })
final class CompareOverload extends ExperimentCommand {

  /** A committed run has so many blocks. */
  private static final int BLOCKS = 10;

  private static final double MOST_LOAD = 10;

  private static final List<String> STAGES =
      List.of("threadpool", "adaptive-pool", "virtual-threads", "event-loop");

  private static final List<String> QUICK_STAGES = List.of("threadpool", "virtual-threads");
  private static final List<String> POLICIES = List.of("fifo", "reject", "codel");
  private static final List<String> QUICK_POLICIES = List.of("fifo", "codel");

  /** A run with more handlers would last longer than most machines are quiet. */
  private static final List<String> USUAL_HANDLERS = List.of("waits");

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description =
          "only these stages (default: threadpool,adaptive-pool,virtual-threads,event-loop; with"
              + " --quick threadpool,virtual-threads)")
  @Nullable List<String> stages;

  @Option(
      names = "--policies",
      split = ",",
      paramLabel = "NAME",
      description =
          "fifo, reject (a queue of eight, pools only), deadline (80 ms), codel, lifo,"
              + " codel-lifo, and those of --admission: aimd, vegas, credits,"
              + " credits-10ms (with --admission-target 10ms); stages without a queue take part"
              + " without a policy (default: fifo,reject,codel; with --quick fifo,codel)")
  @Nullable List<String> policies;

  @Option(
      names = "--handlers",
      split = ",",
      paramLabel = "NAME",
      description =
          "waits (10 ms), computes (2 ms), back-end (5 ms with one of four connections, compiled"
              + " from docs/examples) (default: waits)")
  @Nullable List<String> handlers;

  @Option(
      names = "--clients",
      split = ",",
      paramLabel = "NAME",
      description =
          "what clients do after they were refused or gave up: leave, retry (ask twice more, at"
              + " once), back-off (ask twice more, after 100 and 200 ms), half-retry (every second"
              + " one asks twice more, at once; the others leave) (default: leave)")
  List<String> clients = List.of("leave");

  @Option(
      names = "--loads",
      split = ",",
      paramLabel = "TIMES",
      description =
          "the loads as multiples of the capacity, up to 10; 0.5 and 2, of the pulse, must be among"
              + " them (default: 0.5,0.9,1,1.5,2,3; with --quick without 0.9)")
  @Nullable List<Double> loads;

  @Mixin WorkOptions.Arguments stageArguments = new WorkOptions.Arguments();

  @Override
  LabOptions.Order order() throws LabException {
    List<String> names = chosen(stages, QUICK_STAGES, STAGES);
    lab().checkStages(names);
    Blocks blocks = lab().blocks(lab().quick ? 1 : BLOCKS);
    OverloadPlan usual =
        lab().quick
            ? OverloadPlan.quick(names, policies(), handlers(), clients(), blocks)
            : OverloadPlan.full(names, policies(), handlers(), clients(), blocks);
    OverloadPlan plan = atLoads(usual).with(stageArguments.of(lab(), names));
    if (!plan.hasArms()) {
      throw wrong("--stages and --policies leave nothing: none of these stages has such a policy");
    }
    Descriptors.check(plan.mostConnections());
    lab().project().check(names);
    Optional<Path> jar = plan.needsExample() ? Optional.of(example(names)) : Optional.empty();
    return new LabOptions.Order(
        names, stageRun -> new OverloadExperiment(Testbed.with(stageRun), plan, jar));
  }

  private OverloadPlan atLoads(OverloadPlan usual) {
    List<Double> chosenLoads = loads;
    if (chosenLoads == null) {
      return usual;
    }
    for (double load : chosenLoads) {
      if (!(load > 0 && load <= MOST_LOAD)) {
        throw wrong(format("--loads are above 0 and at most %.0f, not %s", MOST_LOAD, load));
      }
    }
    if (!chosenLoads.containsAll(List.of(OverloadPlan.HALF, OverloadPlan.TWICE))) {
      throw wrong("--loads needs 0.5 and 2, of which the pulse is made");
    }
    return usual.at(chosenLoads);
  }

  private List<Policy> policies() {
    return chosen(policies, QUICK_POLICIES, POLICIES).stream()
        .map(name -> Policy.valueOf(constant("policy", Policy.names(), name)))
        .distinct()
        .toList();
  }

  private List<HandlerKind> handlers() {
    return Objects.requireNonNullElse(handlers, USUAL_HANDLERS).stream()
        .map(name -> HandlerKind.valueOf(constant("handler", HandlerKind.names(), name)))
        .distinct()
        .toList();
  }

  private List<Clients> clients() {
    return clients.stream()
        .map(name -> Clients.valueOf(constant("kind of clients", Clients.names(), name)))
        .distinct()
        .toList();
  }

  private String constant(String what, List<String> all, String name) {
    checkOneOf(what, all, name);
    return name.toUpperCase(Locale.ROOT).replace('-', '_');
  }

  private List<String> chosen(
      @Nullable List<String> asked, List<String> inQuick, List<String> usual) {
    return Objects.requireNonNullElse(asked, lab().quick ? inQuick : usual);
  }

  private Path example(List<String> names) throws LabException {
    try {
      return ExampleJar.of(lab().project(), HandlerKind.EXAMPLE, names.get(0));
    } catch (IOException e) {
      throw new LabException("cannot compile the handler of this experiment: " + e, e);
    }
  }
}
