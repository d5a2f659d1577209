package tailgate.lab.cli;

import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import tailgate.lab.LabException;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.run.LoadTest;
import tailgate.lab.sweep.SweepExperiment;
import tailgate.lab.sweep.SweepPlan;

/** The command line of the experiments that try several numbers of users. */
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

  @Mixin CustomHandlerOptions handler = new CustomHandlerOptions();

  CompareSweep(SweepPlan whole) {
    this.whole = whole;
  }

  /** 500 users and a handler that takes 100 ms. */
  @Command(
      name = "slow-handler",
      description = "500 users without a pause, and a handler of 100 ms.")
  static final class SlowHandler extends CompareSweep {
    SlowHandler() {
      super(SweepPlan.SLOW_HANDLER);
    }
  }

  /** From few users to many. */
  @Command(
      name = "scale",
      description = "1 to 1,000 users without a pause, with and without keep-alive.")
  static final class Scale extends CompareSweep {
    Scale() {
      super(SweepPlan.SCALE);
    }
  }

  /** Many users, and a handler that waits three times, as if for other services. */
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
    Descriptors.check(sweep.users().stream().mapToInt(Integer::intValue).max().orElse(1));
    return new LabOptions.Order(
        sweep.stages(), stageRun -> new SweepExperiment(LoadTest.with(stageRun), sweep));
  }

  private SweepPlan chosen() throws LabException {
    SweepPlan sweep = lab().quick ? whole.quick() : whole;
    List<String> someStages = Objects.requireNonNullElse(stages, sweep.stages());
    List<Integer> someUsers = Objects.requireNonNullElse(users, sweep.users());
    lab().checkStages(someStages);
    someUsers.forEach(count -> checkPositive("--users", count));
    SweepPlan asked =
        sweep.with(someStages, someUsers).in(lab().blocks(lab().quick ? 1 : SweepPlan.BLOCKS));
    return handler
        .choice(lab())
        .map(own -> asked.answeredBy(own.className(), own.arguments()))
        .orElse(asked);
  }
}
