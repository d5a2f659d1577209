package tailgate.lab.burst;

import static tailgate.lab.load.Text.format;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.load.ServerTimeline;

/**
 * One spike of a run.
 *
 * @param cycle from 1
 * @param p99 in microseconds, of the requests that were due in it
 * @param workers of the pool when it began; null if the server did not say
 * @param core the size that the pool should have had; 0 for a server whose size is not of interest
 */
public record Spike(int cycle, long p99, @Nullable Double workers, int core) {

  /** The workers in the last sample before a moment; null if there is none. */
  static @Nullable Double workersBefore(ServerTimeline stats, long epochMillis) {
    Double last = null;
    for (int i = 0; i < stats.of(ServerTimeline.WORKERS).size(); i++) {
      double value = stats.of(ServerTimeline.WORKERS).get(i);
      if (stats.epochMillis().get(i) < epochMillis && !Double.isNaN(value)) {
        last = value;
      }
    }
    return last;
  }

  /** Why it did not test growth; empty if it did. */
  Optional<String> objection() {
    if (core == 0) {
      return Optional.empty();
    }
    if (workers == null) {
      return Optional.of(format("nobody knows the size of the pool before spike %d", cycle));
    }
    return workers > core
        ? Optional.of(
            format("the pool had %.0f workers when spike %d began, not %d", workers, cycle, core))
        : Optional.empty();
  }
}
