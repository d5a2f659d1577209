package tailgate.lab.monitor;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import tailgate.lab.load.ServerTimeline;

/** Samples the statistics of a server beside the one that is measured, until it is closed. */
public final class StatsWatch implements AutoCloseable {

  private static final Duration PERIOD = Duration.ofMillis(250);
  private static final String REQUESTS = "/requests/total";

  /** A run waits so long for an answer: the first one of a new JVM takes a while. */
  private static final int PATIENCE_MILLIS = 20_000;

  private final URI stats;
  private final ServerSampler sampler;
  private final long before;

  private StatsWatch(URI stats, ServerSampler sampler, long before) {
    this.stats = stats;
    this.sampler = sampler;
    this.before = before;
  }

  /**
   * Begins to sample at once.
   *
   * @param stats the address of statistics like those of a stage
   * @throws IOException if nobody answers
   */
  public static StatsWatch over(URI stats) throws IOException {
    long before = requests(stats);
    return new StatsWatch(stats, new ServerSampler(List.of(new StatsGauge(stats)), PERIOD), before);
  }

  private static long requests(URI stats) throws IOException {
    return new StatsGauge(stats, PATIENCE_MILLIS).ask().at(REQUESTS).asLong();
  }

  /** Returns how many requests have ended since the watch began. */
  public long requests() throws IOException {
    return requests(stats) - before;
  }

  /** Returns all samples until now. */
  public ServerTimeline timeline() {
    return sampler.timeline();
  }

  @Override
  public void close() {
    sampler.close();
  }
}
