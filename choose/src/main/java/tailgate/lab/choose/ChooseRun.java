package tailgate.lab.choose;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import tailgate.lab.experiment.Blocks;
import tailgate.lab.experiment.Experiment;

/**
 * A run of one stage, with each size of its pool.
 *
 * @param block the number of the block, from 1
 * @param twin whether the run is of the A/A arm, which repeats another one
 */
public record ChooseRun(String stage, int block, boolean twin) implements Experiment.Run {

  /** This stage is measured twice, if it takes part. */
  private static final String TWICE = "virtual-threads";

  /** Returns the folder, as {@code block-1/threadpool}. */
  @Override
  public String folder() {
    return server() + "/" + stage + (twin ? "-again" : "");
  }

  /** Returns the block, of which all runs share a generator. */
  @Override
  public String server() {
    return "block-" + block;
  }

  /** These stages serve as many requests at a time as they have threads or reactors. */
  private static final List<String> BOUNDED = List.of("event-loop", "singlethreaded");

  /**
   * Returns all runs: in each block the stages in random order. In the quick form one comes first
   * that has no size and says what a request takes, and those come last that are often so far
   * behind that they need no close look.
   */
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
      List<ChooseRun> order = blocks.shuffled(block, arms);
      if (!twins) {
        order.sort(
            Comparator.comparingInt(
                run -> run.stage.equals(TWICE) ? 0 : BOUNDED.contains(run.stage) ? 2 : 1));
      }
      runs.addAll(order);
    }
    return runs;
  }
}
