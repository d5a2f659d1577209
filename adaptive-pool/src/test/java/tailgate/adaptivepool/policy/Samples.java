package tailgate.adaptivepool.policy;

import java.time.Duration;

/**
 * Makes samples, of which a test only says what matters to it. By default: from 1 to 999 workers, a
 * queue of 1000, nothing has happened for 100 ms, two cores that nobody wants.
 */
final class Samples {
  private static final Duration WINDOW = Duration.ofMillis(100);

  private final PoolCounts counts;
  private Duration uptime = Duration.ZERO;
  private Flow flow = steady(WINDOW, 0, Duration.ZERO, Duration.ZERO);
  private Flow sinceBacklog = steady(Duration.ZERO, 0, Duration.ZERO, Duration.ZERO);
  private double wanted;
  private long completed;
  private int max = 999;

  private Samples(PoolCounts counts) {
    this.counts = counts;
  }

  static Samples of(PoolCounts counts) {
    return new Samples(counts);
  }

  /** All workers busy and that many tasks queued. */
  static Samples backlog(int workers, int queued) {
    return of(new PoolCounts(workers, 0, 0, queued));
  }

  Samples at(Duration since) {
    uptime = since;
    return this;
  }

  /** In the last 100 ms as many tasks arrived as ended. */
  Samples flow(long tasks, Duration waitEach, Duration serviceEach) {
    flow = steady(WINDOW, tasks, waitEach, serviceEach);
    return this;
  }

  Samples sinceBacklog(Duration window, long completed) {
    sinceBacklog = steady(window, completed, Duration.ZERO, Duration.ZERO);
    return this;
  }

  /** So many tasks have ended since the pool exists. */
  Samples completed(long tasks) {
    completed = tasks;
    return this;
  }

  /** The pool may have no more workers. */
  Samples most(int workers) {
    max = workers;
    return this;
  }

  /** That many workers compute, or would. */
  Samples wanting(double cores) {
    wanted = cores;
    return this;
  }

  PoolSample sample() {
    return new PoolSample(
        uptime, 1, max, counts, 1000, completed, flow, sinceBacklog, new Processors(2, wanted));
  }

  private static Flow steady(Duration window, long tasks, Duration waitEach, Duration serviceEach) {
    return new Flow(
        window, tasks, tasks, tasks, waitEach.multipliedBy(tasks), serviceEach.multipliedBy(tasks));
  }
}
