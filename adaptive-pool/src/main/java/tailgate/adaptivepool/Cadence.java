package tailgate.adaptivepool;

import java.time.Duration;

/**
 * How soon the monitor looks again. Confined to the monitor thread.
 *
 * <p>At once, but for a {@link #SHORTEST} moment in which new workers can take up their tasks
 * before they are judged. A look that finds a backlog and does nothing about it is repeated unasked
 * (a burst that has been queued whole rings no more, and a moment later more is known about it),
 * but each time after twice as long: a pool that has grown as far as it should, with a load beyond
 * it, must not spend the processor it lacks on looking. At {@link #LONGEST} that is 125 looks a
 * second, or about one part in five hundred of a core.
 */
final class Cadence {
  static final Duration SHORTEST = Duration.ofMillis(1);
  static final Duration LONGEST = Duration.ofMillis(8);

  private final long intervalNanos;
  private long spacingNanos = SHORTEST.toNanos();

  Cadence(Duration interval) {
    intervalNanos = interval.toNanos();
  }

  /** Takes note of a look. */
  void looked(Outcome outcome) {
    spacingNanos =
        switch (outcome) {
          case GREW, CALM -> SHORTEST.toNanos();
          case STUCK -> Math.min(2 * spacingNanos, LONGEST.toNanos());
        };
  }

  /** The least that must pass before the next look, at most the interval. */
  long soonestNanos() {
    return Math.min(spacingNanos, intervalNanos);
  }

  /** The most that may pass before the next look. */
  long latestNanos() {
    return intervalNanos;
  }
}
