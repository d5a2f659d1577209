package tailgate.adaptivepool;

import java.time.Duration;

/**
 * How soon the monitor looks again. Confined to the monitor thread.
 *
 * <p>At once, but for a {@link #SHORTEST} moment in which new workers can take up their tasks
 * before they are judged. A look that finds a backlog and does nothing about it is repeated unasked
 * (a burst that has been queued whole rings no more, and a moment later more is known about it).
 *
 * <p>But every look in vain doubles the time to the next, up to {@link #LONGEST}: a pool with a
 * load beyond it must not spend the processor it lacks on looking, and one with a steady load,
 * under which a task finds no free worker now and then and rings, needs no look each millisecond.
 * Growth makes the time short again, and so does an interval in which nobody called. Whoever calls
 * when the last look ended {@link #LONGEST} ago is answered at once, unless that look took longer
 * than this: the time to the next is no shorter than the last look was, but no longer than the
 * interval.
 *
 * <p>At {@link #LONGEST} that is 125 looks a second. A look takes the queue's lock a few times and
 * one system call of 0.3 to 1 µs for each worker: of a core that is about one part in a thousand
 * with 8 workers, and one in forty with 256. With ten thousand and more it would be all of it.
 */
final class Cadence {
  static final Duration SHORTEST = Duration.ofMillis(1);
  static final Duration LONGEST = Duration.ofMillis(8);

  private final long intervalNanos;
  private long spacingNanos = SHORTEST.toNanos();

  Cadence(Duration interval) {
    intervalNanos = interval.toNanos();
  }

  /** Takes note of a look, and of how long it took. */
  void looked(Outcome outcome, long tookNanos) {
    spacingNanos =
        switch (outcome) {
          case GREW -> SHORTEST.toNanos();
          case STUCK, CALM -> Math.max(Math.min(2 * spacingNanos, LONGEST.toNanos()), tookNanos);
        };
  }

  /** Takes note of an interval that has passed without a cause to look. */
  void waited() {
    spacingNanos = SHORTEST.toNanos();
  }

  /** The least that must pass from the end of a look to the next, at most the interval. */
  long soonestNanos() {
    return Math.min(spacingNanos, intervalNanos);
  }

  /** The most that may pass from the beginning of a look to the next, but for the rest between. */
  long latestNanos() {
    return intervalNanos;
  }
}
