package tailgate.lab.cli;

import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.choose.ChoosePlan;
import tailgate.lab.choose.Objective;
import tailgate.lab.choose.Pace;
import tailgate.lab.choose.TourExperiment;
import tailgate.lab.choose.TourPlan;
import tailgate.lab.choose.TourPlan.Leg;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.machine.Descriptors;
import tailgate.lab.run.Testbed;

/** Orders the tour that {@code compare} makes if no experiment is named. */
final class TourOrder {

  /** One bounds its threads, one does not, and one has no thread for a request. */
  static final List<String> QUICK_STAGES = List.of("threadpool", "virtual-threads", "event-loop");

  private static final Objective OBJECTIVE = Objective.parse("p99=50ms");

  private TourOrder() {}

  static LabOptions.Order of(LabOptions lab, List<String> stages) throws LabException {
    lab.checkStages(stages);
    Descriptors.check(ChoosePlan.MOST_CONNECTIONS);
    Blocks blocks = lab.blocks(1);
    Pace pace = lab.quick ? Pace.BRIEF : Pace.FULL;
    TourPlan plan =
        new TourPlan(
            List.of(
                leg("files", "files", List.of(), stages, pace, blocks),
                leg(
                    "waits-20ms",
                    "a handler that waits 20ms",
                    List.of("--simulate-io", "20ms"),
                    stages,
                    pace,
                    blocks)));
    return new LabOptions.Order(
        stages,
        (servers, context) ->
            new TourExperiment(Testbed.with(servers), plan.on(servers.serverCores())));
  }

  private static Leg leg(
      String name,
      String handler,
      List<String> arguments,
      List<String> stages,
      Pace pace,
      Blocks blocks) {
    return new Leg(
        name,
        new ChoosePlan(
            OBJECTIVE,
            stages,
            handler,
            arguments,
            StageArguments.NONE,
            ChoosePlan.PATH,
            null,
            true,
            pace,
            blocks,
            1,
            null));
  }
}
