package tailgate.lab.sweep;

import static tailgate.lab.load.Text.format;

import tailgate.lab.experiment.Experiment;

/** One stage with one number of users. */
public record SweepRun(String stage, int users, boolean keepAlive) implements Experiment.Run {

  /** As {@code keep-alive/64/threadpool}. */
  @Override
  public String folder() {
    return String.join("/", keepAlive ? "keep-alive" : "close", Integer.toString(users), stage);
  }

  /** For people: {@code threadpool, 64 users}. */
  public String name() {
    String each = keepAlive ? "" : ", new connections";
    return format("%s, %,d users%s", stage, users, each);
  }

  /**
   * Whether connections are used again. Never with a server that serves one connection at a time
   * until it is closed: the first user would keep the server for itself.
   */
  public boolean reuses() {
    return keepAlive && !stage.equals("singlethreaded");
  }
}
