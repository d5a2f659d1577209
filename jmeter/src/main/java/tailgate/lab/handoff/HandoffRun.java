package tailgate.lab.handoff;

import java.util.List;
import tailgate.lab.experiment.Experiment;

/** One way to hand tasks over, with so many workers. */
public record HandoffRun(String kind, int workers, int trial) implements Experiment.Run {

  /** As {@code 16-workers/2-park}. */
  @Override
  public String folder() {
    return workers + "-workers/" + trial + "-" + kind;
  }

  /** For people: {@code park, 16 workers}. */
  public String name() {
    return kind + ", " + workers + " workers";
  }

  public List<String> arguments() {
    return List.of("--workers", Integer.toString(workers), "--queue-kind", kind);
  }
}
