package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.List;

/** One run among all of an experiment. */
public record BurstRun(
    BurstWorkload workload, boolean keepAlive, int trial, BurstCandidate candidate) {

  /** As {@code io-50ms/keep-alive/2-adaptive-pool}. */
  public String folder() {
    return String.join("/", workload.name(), connections(), trial + "-" + candidate.stage());
  }

  public String connections() {
    return keepAlive ? "keep-alive" : "close";
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
