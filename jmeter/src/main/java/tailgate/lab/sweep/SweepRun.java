package tailgate.lab.sweep;

/** One stage with one number of users. */
public record SweepRun(String stage, int users, boolean keepAlive) {

  /** As {@code keep-alive/64/threadpool}. */
  public String folder() {
    return String.join("/", keepAlive ? "keep-alive" : "close", Integer.toString(users), stage);
  }

  /**
   * Whether connections are used again. Never with a server that serves one at a time until it is
   * closed: the first user would have it for good.
   */
  public boolean reuses() {
    return keepAlive && !stage.equals("singlethreaded");
  }
}
