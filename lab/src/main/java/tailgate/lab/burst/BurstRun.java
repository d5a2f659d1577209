package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import tailgate.lab.burst.BurstCandidate.Role;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Experiment;

/**
 * One run among all of an experiment.
 *
 * @param trial the number of the block
 * @param twin whether it is of the A/A arm, which repeats another arm
 */
public record BurstRun(
    BurstWorkload workload, boolean keepAlive, int trial, BurstCandidate candidate, boolean twin)
    implements Experiment.Run {

  /** As {@code io-50ms/keep-alive/2-adaptive}. */
  @Override
  public String folder() {
    String connections = keepAlive ? "keep-alive" : "close";
    String arm = candidate.role().name().toLowerCase(Locale.ROOT).replace('_', '-');
    return String.join(
        "/", workload.name(), connections, trial + "-" + arm + (twin ? "-again" : ""));
  }

  /**
   * All runs: in each block the candidates in random order, with the adaptive pool twice as the A/A
   * arm, unless there is only one block.
   */
  public static List<BurstRun> all(
      List<BurstWorkload> workloads,
      List<Boolean> keepAlive,
      Blocks blocks,
      List<BurstCandidate> candidates) {
    List<BurstRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      List<BurstRun> arms = new ArrayList<>();
      for (BurstWorkload workload : workloads) {
        for (boolean kept : keepAlive) {
          for (BurstCandidate candidate : candidates) {
            if (candidate.role() == Role.FIXED_27 && !workload.waits()) {
              continue; // that many are right only where a spike's need can be calculated
            }
            arms.add(new BurstRun(workload, kept, block, candidate, false));
            if (candidate.role() == Role.ADAPTIVE && blocks.count() > 1) {
              arms.add(new BurstRun(workload, kept, block, candidate, true));
            }
          }
        }
      }
      runs.addAll(blocks.shuffled(block, arms));
    }
    return runs;
  }
}
