package tailgate.adaptivepool;

import java.time.Duration;

/**
 * How soon the monitor may look again. Confined to the monitor thread.
 *
 * <pre>
 *   grew, or an interval without a cause ──▶ SHORTEST
 *   a backlog and no growth, up to {@value #FREE_LOOKS} times since then ──▶ unchanged
 *   any other look ──▶ doubled, up to LONGEST
 * </pre>
 *
 * <p>{@link #SHORTEST} gives new workers time to take up their tasks before they are judged. After
 * growth, or after an interval without a cause, {@value #FREE_LOOKS} looks at a backlog may follow
 * each other that closely. At the beginning of a burst the workers have just been woken, and only
 * two looks that find them asleep again show that they wait and do not compute. All other looks
 * double the time, because a pool with too much load must not spend the processor that it lacks on
 * looking, and a pool with a steady load needs no look each millisecond.
 *
 * <p>After a look that did not make the pool grow, the monitor rests at least as long as the look
 * took, but no longer than the interval: a look makes a system call for each worker ({@link
 * ProcessorUse}), so with very many workers looking would otherwise take a whole core. Tested by
 * {@code LookBackoffTest}.
 */
final class LookBackoff {
  static final Duration SHORTEST = Duration.ofMillis(1);
  static final Duration LONGEST = Duration.ofMillis(8);

  private static final int FREE_LOOKS = 4;

  private final long intervalNanos;

  /** Looks at a backlog without growth since the spacing was made short. */
  private int stuck;

  private long spacingNanos = SHORTEST.toNanos();

  /** How long the last look took, if it did not make the pool grow; else 0. */
  private long vainLookNanos;

  LookBackoff(Duration interval) {
    intervalNanos = interval.toNanos();
  }

  /** Records a look and how long it took. */
  void looked(Scaler.Outcome outcome, long tookNanos) {
    switch (outcome) {
      case GREW -> shorten();
      case STUCK -> {
        stuck++;
        if (stuck > FREE_LOOKS) {
          lengthen();
        }
      }
      case CALM -> lengthen();
    }
    vainLookNanos = outcome == Scaler.Outcome.GREW ? 0 : tookNanos;
  }

  /** Records an interval that has passed without a cause to look. */
  void waited() {
    shorten();
  }

  private void shorten() {
    spacingNanos = SHORTEST.toNanos();
    stuck = 0;
  }

  private void lengthen() {
    spacingNanos = Math.min(2 * spacingNanos, LONGEST.toNanos());
  }

  /** The least time from the end of a look to the next one, at most the interval. */
  long soonestNanos() {
    return Math.min(Math.max(spacingNanos, vainLookNanos), intervalNanos);
  }

  /** The time from the beginning of a look to the next one if there is no cause for one earlier. */
  long latestNanos() {
    return intervalNanos;
  }
}
