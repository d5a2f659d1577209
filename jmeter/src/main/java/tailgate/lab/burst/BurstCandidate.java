package tailgate.lab.burst;

import java.util.ArrayList;
import java.util.List;

/**
 * A stage and its arguments in the burst experiment.
 *
 * @param role its part in the comparison
 * @param stage the name of its jar
 */
public record BurstCandidate(Role role, String stage, List<String> arguments) {

  /** In the order in which they run and are reported. */
  public enum Role {
    FIXED,
    ADAPTIVE,
    REFERENCE
  }

  /** Large enough for the queue of a spike, so that no request is refused. */
  private static final String QUEUE = "2048";

  public BurstCandidate {
    arguments = List.copyOf(arguments);
  }

  /**
   * The same with more arguments. They replace what is there under the same name, because a stage
   * refuses an option that is given twice.
   */
  public BurstCandidate with(List<String> more) {
    List<String> all = new ArrayList<>();
    for (int i = 0; i < arguments.size(); i += 2) { // each is a name and a value
      if (!more.contains(arguments.get(i))) {
        all.addAll(arguments.subList(i, i + 2));
      }
    }
    all.addAll(more);
    return new BurstCandidate(role, stage, all);
  }

  /** The three, with an adaptive pool of up to {@code maxWorkers}. */
  public static List<BurstCandidate> all(int maxWorkers) {
    String workers = Integer.toString(BurstWorkload.FIXED_WORKERS);
    return List.of(
        new BurstCandidate(
            Role.FIXED, "threadpool", List.of("--workers", workers, "--queue", QUEUE)),
        new BurstCandidate(
            Role.ADAPTIVE,
            "adaptive-pool",
            List.of(
                "--min-workers",
                workers,
                "--max-workers",
                Integer.toString(maxWorkers),
                "--queue",
                QUEUE)),
        new BurstCandidate(Role.REFERENCE, "virtual-threads", List.of()));
  }
}
