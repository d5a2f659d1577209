package tailgate.supervisor;

import java.time.Duration;

/**
 * When a process is started again, as a function of how often in a row it has failed: at once after
 * a single crash, later and later if it crashes again and again.
 */
final class Backoff {

  /** A process that has served for so long has not failed; the next crash is a first one again. */
  static final Duration STABLE = Duration.ofSeconds(10);

  /** So many failures in a row, and no process that serves: then there is no hope. */
  static final int LIMIT = 8;

  private static final Duration FIRST = Duration.ofMillis(100);
  private static final Duration LONGEST = Duration.ofSeconds(30);

  private Backoff() {}

  /**
   * How long to wait before the next start.
   *
   * @param failures in a row, at least 1
   */
  static Duration delay(int failures) {
    Duration delay = FIRST.multipliedBy(1L << Math.min(failures - 1, 20));
    return delay.compareTo(LONGEST) < 0 ? delay : LONGEST;
  }
}
