package tailgate.lab.sweep;

import java.util.Locale;

/** One stage with one number of users. */
public record SweepRun(String stage, int users, boolean keepAlive) {

  /** As {@code keep-alive/64/threadpool}. */
  public String folder() {
    return String.join("/", keepAlive ? "keep-alive" : "close", Integer.toString(users), stage);
  }

  /** For people: {@code threadpool, 64 users}. */
  public String name() {
    String each = keepAlive ? "" : ", new connections";
    return String.format(Locale.ROOT, "%s, %,d users%s", stage, users, each);
  }

  /**
   * Whether connections are used again. Never with a server that serves one at a time until it is
   * closed: the first user would have it for good.
   */
  public boolean reuses() {
    return keepAlive && !stage.equals("singlethreaded");
  }
}
