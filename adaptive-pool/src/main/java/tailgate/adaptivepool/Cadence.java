package tailgate.adaptivepool;

import java.time.Duration;

/**
 * How soon the monitor looks again. Confined to the monitor thread.
 *
 * <p>At once, but for a {@link #SHORTEST} moment in which new workers can take up their tasks
 * before they are judged. A look that finds a backlog and does nothing about it is repeated unasked
 * (a burst that has been queued whole rings no more, and a moment later more is known about it).
 *
 * <p>After growth or silence, {@value #KEEN} looks at a backlog in vain follow each other so
 * closely: a burst begins with workers that have just been woken, and only after two looks that
 * find them asleep again is it clear that they wait and do not compute. But all others double the
 * time to the next, up to {@link #LONGEST}: a pool with a load beyond it must not spend the
 * processor it lacks on looking, and one with a steady load, under which a task finds no free
 * worker now and then and rings, needs no look each millisecond. Growth makes the time short again,
 * and so does an interval in which nobody called. Whoever calls when the last look ended {@link
 * #LONGEST} ago is answered at once, unless that look took longer than this: the time to the next
 * is no shorter than the last look was, but no longer than the interval.
 *
 * <p>At {@link #LONGEST} that is 125 looks a second. A look takes the queue's lock a few times and
 * one system call of 0.3 to 1 µs for each worker: of a core that is about one part in a thousand
 * with 8 workers, and one in forty with 256. With ten thousand and more it would be all of it.
 */
final class Cadence {
  static final Duration SHORTEST = Duration.ofMillis(1);
  static final Duration LONGEST = Duration.ofMillis(8);

  private static final int KEEN = 4;

  private final long intervalNanos;

  /** Looks at a backlog in vain since the time was made short. */
  private int stuck;

  private long spacingNanos = SHORTEST.toNanos();

  /** How long the last look took, if it was in vain. */
  private long inVainNanos;

  Cadence(Duration interval) {
    intervalNanos = interval.toNanos();
  }

  /** Takes note of a look, and of how long it took. */
  void looked(Outcome outcome, long tookNanos) {
    switch (outcome) {
      case GREW -> hurry();
      case STUCK -> {
        stuck++;
        if (stuck > KEEN) {
          relax();
        }
      }
      case CALM -> relax();
    }
    inVainNanos = outcome == Outcome.GREW ? 0 : tookNanos;
  }

  /** Takes note of an interval that has passed without a cause to look. */
  void waited() {
    hurry();
  }

  private void hurry() {
    spacingNanos = SHORTEST.toNanos();
    stuck = 0;
  }

  private void relax() {
    spacingNanos = Math.min(2 * spacingNanos, LONGEST.toNanos());
  }

  /** The least that must pass from the end of a look to the next, at most the interval. */
  long soonestNanos() {
    return Math.min(Math.max(spacingNanos, inVainNanos), intervalNanos);
  }

  /** The most that may pass from the beginning of a look to the next, but for the rest between. */
  long latestNanos() {
    return intervalNanos;
  }
}
