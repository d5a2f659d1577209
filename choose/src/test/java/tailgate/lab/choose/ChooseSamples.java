package tailgate.lab.choose;

import java.util.List;
import java.util.Map;

/** Runs of choose that were never made, for tests of other packages. */
public final class ChooseSamples {

  private ChooseSamples() {}

  /** A handler that waits 20 ms, in the full form. */
  public static ChoosePlan plan() {
    return Samples.plan(List.of("threadpool", "virtual-threads", "event-loop"), Pace.FULL);
  }

  /** The same for another objective, as {@code p99=50ms}. */
  public static ChoosePlan plan(String objective) {
    ChoosePlan usual = plan();
    return new ChoosePlan(
        Objective.parse(objective),
        usual.stages(),
        usual.handler(),
        usual.arguments(),
        usual.own(),
        usual.path(),
        usual.fileSize(),
        usual.keepAlive(),
        usual.pace(),
        usual.blocks(),
        usual.cores(),
        null);
  }

  /** Each stage with its capacity, with 2 % between the rate that held and the one that failed. */
  public static List<ChooseResult> results(Map<String, Double> capacities) {
    return capacities.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(its -> Samples.result(Samples.arm(its.getKey(), null, false, its.getValue())))
        .toList();
  }
}
