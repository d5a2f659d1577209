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

/** The command line of the experiments that try more and more users. */
abstract class CompareSweep extends ExperimentCommand {

  private final SweepPlan whole;

  @Option(
      names = "--stages",
      split = ",",
      paramLabel = "STAGE",
      description = "only these (default: those for which the question makes sense)")
  @Nullable List<String> stages;

  @Option(
      names = "--users",
      split = ",",
      paramLabel = "N",
      description = "these numbers of users instead of the experiment's own")
  @Nullable List<Integer> users;

  @Mixin CustomHandlerOptions handler = new CustomHandlerOptions();

  CompareSweep(SweepPlan whole) {
    this.whole = whole;
  }

  /** 500 users and a handler that takes 100 ms. */
  @Command(
      name = "slow-handler",
      description = "500 users who ask again and again, and a handler that takes 100 ms.")
  static final class SlowHandler extends CompareSweep {
    SlowHandler() {
      super(SweepPlan.SLOW_HANDLER);
    }
  }

  /** More and more users. */
  @Command(
      name = "scale",
      description = "1 to 1,000 users who ask again and again, with and without keep-alive.")
  static final class Scale extends CompareSweep {
    Scale() {
      super(SweepPlan.SCALE);
    }
  }

  /** Many users, and a handler that asks three others in a row. */
  @Command(
      name = "fan-out",
      description = "1,000 to 10,000 users, and a handler that waits three times for 333 ms.")
  static final class FanOut extends CompareSweep {
    FanOut() {
      super(SweepPlan.FAN_OUT);
    }
  }

  @Override
  final Order order() throws LabException {
    SweepPlan sweep = chosen();
    Descriptors.check(sweep.users().stream().mapToInt(Integer::intValue).max().orElse(1));
    return new Order(
        sweep.stages(), stageRun -> new SweepExperiment(LoadTest.with(stageRun), sweep));
  }

  private SweepPlan chosen() {
    SweepPlan sweep = lab().quick ? whole.quick() : whole;
    List<String> someStages = Objects.requireNonNullElse(stages, sweep.stages());
    List<Integer> someUsers = Objects.requireNonNullElse(users, sweep.users());
    lab().checkStages(someStages);
    for (int count : someUsers) {
      if (count < 1) {
        throw wrong("--users must be at least 1, not " + count);
      }
    }
    SweepPlan asked = sweep.with(someStages, someUsers);
    return handler
        .choice(lab())
        .map(own -> asked.answeredBy(own.className(), own.arguments()))
        .orElse(asked);
  }
}
