package tailgate.lab.choose;

import java.io.IOException;
import java.util.List;
import tailgate.lab.LabException;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.StageArguments;
import tailgate.lab.run.LoadRig;
import tailgate.lab.run.RunContext;
import tailgate.lab.run.Testbed;

/**
 * Finds a rate at which two servers can be compared: half of what one of them holds, because chance
 * decides less on a tail there than near the capacity.
 *
 * @param server the name of a candidate
 * @param path of the requests, unless the testbed sends something else
 * @param keepAlive whether connections are used again
 */
public record BaseRate(
    String server, Objective objective, String path, boolean keepAlive, long seed) {

  private static final String FOLDER = "capacity";

  /**
   * Searches for the rate, in requests per second.
   *
   * @throws LabException if the server keeps the objective at no rate
   */
  public double find(Testbed testbed, RunContext context)
      throws IOException, LabException, InterruptedException {
    ChoosePlan plan =
        new ChoosePlan(
            objective,
            List.of(server),
            server,
            List.of(),
            StageArguments.NONE,
            path,
            null,
            keepAlive,
            Pace.BRIEF,
            new Blocks(1, seed),
            testbed.stages().serverCores(),
            null);
    ChooseExperiment search = new ChooseExperiment(testbed.pastGate(), plan, null);
    context.say("what " + server + " holds: ");
    try (LoadRig rig = search.testbed().start(ChoosePlan.MOST_CONNECTIONS, context.in(FOLDER))) {
      ChooseRun run = plan.runs().getFirst();
      ChooseResult found = search.result(rig, run, FOLDER, new Lead(), context.in(FOLDER));
      Capacity capacity = found.arms().getLast().capacity();
      if (capacity.isNone()) {
        throw new LabException(
            "%s keeps %s at no rate that was tried; say --rate, or another --slo"
                .formatted(server, objective));
      }
      context.progress().println("both are measured at half of it");
      return capacity.estimate() / 2;
    }
  }
}
