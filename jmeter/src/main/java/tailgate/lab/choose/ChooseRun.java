package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.List;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Experiment;

/**
 * One stage, with each size of its pool.
 *
 * @param block from 1
 * @param twin whether it is of the A/A arm, which repeats another one
 */
public record ChooseRun(String stage, int block, boolean twin) implements Experiment.Run {

  /** The stage that is measured twice, if it takes part. */
  private static final String TWICE = "virtual-threads";

  /** As {@code block-1/threadpool}. */
  @Override
  public String folder() {
    return server() + "/" + stage + (twin ? "-again" : "");
  }

  /** Its block, of which all runs share a generator. */
  @Override
  public String server() {
    return "block-" + block;
  }

  /** All runs: in each block the stages in random order. */
  static List<ChooseRun> all(List<String> stages, Blocks blocks, boolean twins) {
    List<ChooseRun> runs = new ArrayList<>();
    for (int block = 1; block <= blocks.count(); block++) {
      List<ChooseRun> arms = new ArrayList<>();
      for (String stage : stages) {
        arms.add(new ChooseRun(stage, block, false));
      }
      if (twins) {
        String twice = stages.contains(TWICE) ? TWICE : stages.get(0);
        arms.add(new ChooseRun(twice, block, true));
      }
      runs.addAll(blocks.shuffled(block, arms));
    }
    return runs;
  }
}
