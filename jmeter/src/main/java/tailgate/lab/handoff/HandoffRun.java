package tailgate.lab.handoff;

import java.util.List;
import tailgate.lab.experiment.Experiment;

/**
 * One way to hand tasks over, with so many workers.
 *
 * @param trial the number of the block
 * @param twin whether it is of the A/A arm, which repeats another arm
 */
public record HandoffRun(String kind, int workers, int trial, boolean twin)
    implements Experiment.Run {

  /** A run that repeats no other. */
  public HandoffRun(String kind, int workers, int trial) {
    this(kind, workers, trial, false);
  }

  /** As {@code 16-workers/2-park}. */
  @Override
  public String folder() {
    return workers + "-workers/" + trial + "-" + kind + (twin ? "-again" : "");
  }

  /** For people: {@code park, 16 workers}. */
  public String name() {
    return kind + (twin ? " (A/A)" : "") + ", " + workers + " workers";
  }

  public List<String> arguments() {
    return List.of("--workers", Integer.toString(workers), "--queue-kind", kind);
  }
}
