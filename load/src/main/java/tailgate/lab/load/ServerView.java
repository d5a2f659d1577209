package tailgate.lab.load;

import org.jspecify.annotations.Nullable;

/**
 * A server as it was seen during a run. There are two timelines because they were sampled at
 * different rates.
 *
 * @param kernel what the kernel knows about the server
 * @param stats what the server publishes itself
 * @param conditions what the machine did; null in old results
 */
public record ServerView(
    ServerTimeline kernel, ServerTimeline stats, @Nullable Conditions conditions) {

  /** A view in which nothing is known of the machine. */
  public ServerView(ServerTimeline kernel, ServerTimeline stats) {
    this(kernel, stats, null);
  }

  public static final ServerView NOTHING =
      new ServerView(ServerTimeline.EMPTY, ServerTimeline.EMPTY);

  /** Returns the timeline that has a quantity, if any has. */
  public ServerTimeline with(String quantity) {
    return stats.series().containsKey(quantity) ? stats : kernel;
  }

  public boolean knows(String quantity) {
    return with(quantity).knows(quantity);
  }

  public double peak(String quantity) {
    return with(quantity).peak(quantity);
  }
}
