package tailgate.lab.cli;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.project.Project;
import tailgate.lab.run.CandidateCheck;
import tailgate.lab.run.Testbed;
import tailgate.lab.sweep.SweepExperiment;
import tailgate.lab.sweep.SweepPlan;

/** Runs the experiments that try several numbers of users. */
abstract class CompareSweep extends ExperimentCommand {

  private final SweepPlan whole;

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these stages (default: those to which the question applies)")
  @Nullable List<String> stages;

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "N",
      description = "numbers of users, instead of those of the experiment")
  @Nullable List<Integer> users;

  @Option(
      names = "--parts",
      split = ",",
      paramLabel = "PART",
      description =
          "stages, for the comparison of stages, and the parts that do the work of an origin:"
              + " rust-pool, rust-burst, rust-submit and c-server in scale, threads-text in"
              + " slow-handler (default: all; with --quick, --stages, --handler or --candidate:"
              + " stages)")
  @Nullable List<String> parts;

  @Mixin WorkOptions work = new WorkOptions();

  @Mixin WorkOptions.Connections connections = new WorkOptions.Connections();

  @Mixin LabHandlerOptions handler = new LabHandlerOptions();

  CompareSweep(SweepPlan whole) {
    this.whole = whole;
  }

  /** Has 500 users and a handler that takes 100 ms. */
  @Command(
      name = "slow-handler",
      description = "500 users without a pause, and a handler of 100 ms.")
  static final class SlowHandler extends CompareSweep {
    SlowHandler() {
      super(SweepPlan.SLOW_HANDLER);
    }
  }

  /** Goes from few users to many. */
  @Command(
      name = "scale",
      description = {
        "1 to 1,000 users without a pause, with and without keep-alive.",
        "For a server with 32 processors or more also 64 users for each of them."
      })
  static final class Scale extends CompareSweep {
    Scale() {
      super(SweepPlan.SCALE);
    }
  }

  /** Has many users, and a handler that waits three times, as if for other services. */
  @Command(
      name = "fan-out",
      description = "1,000 to 10,000 users, and a handler that waits three times for 333 ms.")
  static final class FanOut extends CompareSweep {
    FanOut() {
      super(SweepPlan.FAN_OUT);
    }
  }

  @Override
  final LabOptions.Order order() throws LabException {
    SweepPlan sweep = chosen();
    Descriptors.check(on(Runtime.getRuntime().availableProcessors(), sweep).mostUsers());
    List<String> known = sweep.allStages().stream().filter(Project.STAGES::contains).toList();
    return new LabOptions.Order(
        known,
        stageRun -> new SweepExperiment(Testbed.with(stageRun), on(stageRun.serverCores(), sweep)),
        asked(sweep));
  }

  /** Fits a plan to so many processors, unless the user has chosen the numbers of users. */
  private SweepPlan on(int processors, SweepPlan sweep) {
    return users == null ? sweep.on(processors) : sweep;
  }

  /** Returns what is asked of candidates; empty if no stages are compared, but origins repeated. */
  private static Optional<CandidateCheck.Asked> asked(SweepPlan sweep) {
    List<String> known = sweep.stages().stream().filter(Project.STAGES::contains).toList();
    if (known.isEmpty()) {
      return Optional.empty();
    }
    String stage = CandidateCheck.Asked.bestOf(known);
    return Optional.of(
        new CandidateCheck.Asked(
            stage,
            sweep.added().of(stage, sweep.arguments()),
            sweep.path(),
            sweep.fileSize(),
            Set.copyOf(sweep.keepAlive()),
            Collections.max(sweep.users())));
  }

  private SweepPlan chosen() throws LabException {
    SweepPlan sweep = (lab().quick ? whole.quick() : whole).only(chosenParts());
    List<String> chosenStages = Objects.requireNonNullElse(stages, sweep.stages());
    List<Integer> chosenUsers = Objects.requireNonNullElse(users, sweep.users());
    lab().checkStages(chosenStages);
    chosenUsers.forEach(count -> checkPositive("--users", count));
    SweepPlan asked = sweep.with(chosenStages, chosenUsers.stream().distinct().toList());
    Optional<LabHandlerOptions.Choice> chosen = handler.choice(lab());
    if (chosen.isPresent()) {
      asked = asked.answeredBy(chosen.get().className(), chosen.get().arguments());
    }
    return withCandidates(withWork(asked, chosen.isPresent()))
        .in(lab().blocks(lab().quick ? 1 : SweepPlan.BLOCKS));
  }

  /** Adds the candidates to the stages, if these are compared. */
  private SweepPlan withCandidates(SweepPlan sweep) {
    if (sweep.stages().isEmpty()) {
      return sweep;
    }
    String does = String.join(" ", sweep.arguments());
    return sweep.with(lab().andCandidates(sweep.stages(), does), sweep.users());
  }

  private SweepPlan withWork(SweepPlan asked, boolean ownHandler) {
    SweepPlan sweep = asked.with(work.stageArguments.of(lab(), asked.allStages()));
    Optional<List<Boolean>> kept = connections.kept(lab());
    if (kept.isPresent()) {
      sweep = sweep.connecting(kept.get());
    }
    Optional<Long> size = work.fileSize(lab());
    Optional<String> path = work.path(lab(), ownHandler);
    return path.isPresent() ? sweep.asking(path.get(), size.orElse(null)) : sweep;
  }

  private List<String> chosenParts() {
    List<String> all = new ArrayList<>(List.of(SweepPlan.COMPARISON));
    whole.parts().forEach(part -> all.add(part.name()));
    if (parts == null) {
      boolean comparison =
          lab().quick || stages != null || handler.isGiven() || lab().candidates.isGiven();
      return comparison ? List.of(SweepPlan.COMPARISON) : all;
    }
    parts.forEach(part -> checkOneOf("part", all, part));
    if (!parts.contains(SweepPlan.COMPARISON) && (stages != null || handler.isGiven())) {
      throw wrong("--stages and --handler are for the part 'stages'");
    }
    if (handler.isGiven() && parts.size() > 1) {
      throw wrong("--handler leaves no use for the parts that repeat an origin");
    }
    return parts;
  }
}
