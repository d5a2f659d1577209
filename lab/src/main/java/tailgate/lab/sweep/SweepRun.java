package tailgate.lab.sweep;

import static tailgate.lab.load.Text.format;

import org.jspecify.annotations.Nullable;
import tailgate.lab.experiment.Experiment;

/**
 * One stage with one number of users.
 *
 * @param block from 1; 0 in old runs, which were not made in blocks
 * @param twin whether it is of the A/A arm, which repeats another arm
 * @param part the name of the {@link Part} that it belongs to; null for our comparison of stages
 */
public record SweepRun(
    String stage, int users, boolean keepAlive, int block, boolean twin, @Nullable String part)
    implements Experiment.Run {

  /** As {@code block-1/threadpool/keep-alive/64}. */
  @Override
  public String folder() {
    return String.join("/", server(), keepAlive ? "keep-alive" : "close", Integer.toString(users));
  }

  /**
   * As {@code block-1/threadpool}, {@code block-1/threadpool-again} for the A/A arm, or {@code
   * block-1/rust-pool-threadpool} for a part.
   */
  @Override
  public String server() {
    return (block == 0 ? "" : "block-" + block + "/")
        + (part == null ? "" : part + "-")
        + stage
        + (twin ? "-again" : "");
  }

  /** For people: {@code threadpool, 64 users}, or {@code rust-pool: threadpool, 64 users}. */
  public String name() {
    String each = keepAlive ? "" : ", new connections";
    String its = part == null ? "" : part + ": ";
    return format("%s%s%s, %,d users%s", its, stage, twin ? " (A/A)" : "", users, each);
  }

  /**
   * Whether connections are used again. Never with a server that serves one connection at a time
   * until it is closed: the first user would keep the server for itself.
   */
  public boolean reuses() {
    return keepAlive && !stage.equals("singlethreaded");
  }
}
