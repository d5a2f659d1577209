package tailgate.supervisor;

import java.time.Duration;

/**
 * When a process is started again, depending on how often in a row it has failed: at once after a
 * single crash, later and later after repeated crashes.
 */
final class Backoff {

  /**
   * A process that has served for at least this time has not failed: its crash counts as the first
   * one.
   */
  static final Duration STABLE = Duration.ofSeconds(10);

  /** After this number of failures in a row, and if no process serves, the supervisor gives up. */
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
