package tailgate.lab.burst;

import java.util.List;
import tailgate.lab.experiment.StageArguments;

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
    FIXED_27,
    FIXED_64,
    ADAPTIVE,
    REFERENCE
  }

  /** Large enough for the queue of a spike, so that no request is refused. */
  private static final String QUEUE = "2048";

  private static final String CORE = "--min-workers";

  public BurstCandidate {
    arguments = List.copyOf(arguments);
  }

  /**
   * The same with more arguments. They replace what is there under the same name, because a stage
   * refuses an option that is given twice.
   */
  public BurstCandidate with(List<String> more) {
    List<String> all = StageArguments.merged(arguments, more);
    return new BurstCandidate(role, stage, all);
  }

  /**
   * The candidates, with an adaptive pool of up to {@code maxWorkers}. In addition to the fixed
   * pool of the claim there is one that is just large enough for a spike of 3.3 times the capacity
   * of eight workers, and one as large as the adaptive pool may become. They show what a pool gains
   * if its size is right from the start.
   */
  public static List<BurstCandidate> all(int maxWorkers) {
    String workers = Integer.toString(BurstWorkload.FIXED_WORKERS);
    return List.of(
        fixed(Role.FIXED, workers),
        fixed(Role.FIXED_27, "27"),
        fixed(Role.FIXED_64, "64"),
        new BurstCandidate(
            Role.ADAPTIVE,
            "adaptive-pool",
            List.of(
                CORE, workers, "--max-workers", Integer.toString(maxWorkers), "--queue", QUEUE)),
        new BurstCandidate(Role.REFERENCE, "virtual-threads", List.of()));
  }

  private static BurstCandidate fixed(Role role, String workers) {
    return new BurstCandidate(role, "threadpool", List.of("--workers", workers, "--queue", QUEUE));
  }

  /** The size of an adaptive pool when there is nothing to do; 0 for all others. */
  int coreWorkers() {
    int at = arguments.indexOf(CORE);
    return role == Role.ADAPTIVE && at >= 0 ? Integer.parseInt(arguments.get(at + 1)) : 0;
  }

  /** For people, as {@code threadpool of 27}. */
  static String name(Role role, String stage) {
    return switch (role) {
      case FIXED, ADAPTIVE, REFERENCE -> stage;
      case FIXED_27 -> stage + " of 27";
      case FIXED_64 -> stage + " of 64";
    };
  }
}
