package tailgate.lab.handoff;

import java.util.List;

/** One way to hand tasks over, with so many workers. */
public record HandoffRun(String kind, int workers, int trial) {

  /** As {@code 16-workers/2-park}. */
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
