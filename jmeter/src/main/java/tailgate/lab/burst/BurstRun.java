package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.List;

/** One run among all of an experiment. */
public record BurstRun(Workload workload, boolean keepAlive, int trial, Candidate candidate) {

  /** As {@code io-50ms/keep-alive/2-adaptive-pool}. */
  public String folder() {
    return String.join("/", workload.name(), connections(), trial + "-" + candidate.stage());
  }

  public String connections() {
    return keepAlive ? "keep-alive" : "close";
  }

  /** All runs, in their order: within a workload the candidates take turns, A B C, A B C. */
  public static List<BurstRun> all(
      List<Workload> workloads, List<Boolean> keepAlive, int trials, List<Candidate> candidates) {
    List<BurstRun> runs = new ArrayList<>();
    for (Workload workload : workloads) {
      for (boolean kept : keepAlive) {
        for (int trial = 1; trial <= trials; trial++) {
          for (Candidate candidate : candidates) {
            runs.add(new BurstRun(workload, kept, trial, candidate));
          }
        }
      }
    }
    return runs;
  }
}
