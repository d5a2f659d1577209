package tailgate.lab.load;

/**
 * A server as it was seen during a run. Two timelines, because not everything was sampled at the
 * same pace.
 *
 * @param kernel what the kernel knows of it
 * @param stats what it tells itself
 */
public record ServerView(ServerTimeline kernel, ServerTimeline stats) {

  /** Nobody looked. */
  public static final ServerView NOTHING =
      new ServerView(ServerTimeline.EMPTY, ServerTimeline.EMPTY);

  /** The timeline that has a quantity, if any has. */
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
