package tailgate.lab.downstream;

import tailgate.lab.experiment.Experiment;

/**
 * One arm in one block.
 *
 * @param arm its name
 * @param block from 1
 * @param twin whether it is of the A/A arm, which repeats another arm
 */
public record DownstreamRun(String arm, int block, boolean twin) implements Experiment.Run {

  /** As {@code block-1/http-virtual-semaphore}. */
  @Override
  public String folder() {
    return "block-" + block + "/" + arm + (twin ? "-again" : "");
  }

  /** For people. */
  public String name() {
    return arm + (twin ? " (A/A)" : "");
  }
}
