package tailgate.lab.handoff;

import java.util.List;
import tailgate.lab.experiment.Experiment;

/**
 * One way to hand tasks over, with so many workers.
 *
 * @param trial the number of the block
 * @param twin whether it is of the A/A arm, which repeats another arm
 * @param newConnections whether each request has a connection of its own
 */
public record HandoffRun(String kind, int workers, int trial, boolean twin, boolean newConnections)
    implements Experiment.Run {

  /** As {@code 16-workers/2-park}, or {@code 16-workers-new/2-park} with new connections. */
  @Override
  public String folder() {
    return workers
        + (newConnections ? "-workers-new/" : "-workers/")
        + trial
        + "-"
        + kind
        + (twin ? "-again" : "");
  }

  /** For people: {@code park, 16 workers}. */
  public String name() {
    return kind
        + (twin ? " (A/A)" : "")
        + ", "
        + workers
        + " workers"
        + (newConnections ? ", new connections" : "");
  }

  public List<String> arguments() {
    return List.of("--workers", Integer.toString(workers), "--queue-kind", kind);
  }
}
