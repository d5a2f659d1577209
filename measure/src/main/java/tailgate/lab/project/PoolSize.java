package tailgate.lab.project;

import java.util.List;
import java.util.Optional;

/**
 * The most workers of a stage that has a pool.
 *
 * @param option the option of the stage that sets it
 * @param usual the number without this option
 */
public record PoolSize(String stage, String option, int usual) {

  public static final PoolSize FIXED = new PoolSize("threadpool", "--workers", 100);
  public static final PoolSize ADAPTIVE = new PoolSize("adaptive-pool", "--max-workers", 256);

  /** Returns that of a stage; empty if it has no pool. */
  public static Optional<PoolSize> of(String stage) {
    return List.of(FIXED, ADAPTIVE).stream().filter(size -> size.stage.equals(stage)).findFirst();
  }

  /** Returns the arguments that give the stage so many workers. */
  public List<String> arguments(int workers) {
    return List.of(option, Integer.toString(workers));
  }
}
