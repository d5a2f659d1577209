package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.experiment.Experiment;

/** One run among all of an experiment. */
public record BurstRun(
    BurstWorkload workload, boolean keepAlive, int trial, BurstCandidate candidate)
    implements Experiment.Run {

  /** As {@code io-50ms/keep-alive/2-adaptive-pool}. */
  @Override
  public String folder() {
    String connections = keepAlive ? "keep-alive" : "close";
    return String.join("/", workload.name(), connections, trial + "-" + candidate.stage());
  }

  /** All runs, in their order: within a workload the candidates take turns, A B C, A B C. */
  public static List<BurstRun> all(
      List<BurstWorkload> workloads,
      List<Boolean> keepAlive,
      int trials,
      List<BurstCandidate> candidates) {
    List<BurstRun> runs = new ArrayList<>();
    for (BurstWorkload workload : workloads) {
      for (boolean kept : keepAlive) {
        for (int trial = 1; trial <= trials; trial++) {
          for (BurstCandidate candidate : candidates) {
            runs.add(new BurstRun(workload, kept, trial, candidate));
          }
        }
      }
    }
    return runs;
  }
}
