package tailgate.server.connection;

import java.time.Duration;

/**
 * How long a client may take. Enforced with the precision of a sweep, a tenth of a second.
 *
 * @param head from the first byte of a head to its last; then 408
 * @param body without a byte of the content; then 408
 * @param idle without a request; then the connection is closed
 * @param write without a byte of the response being taken; then the connection is reset
 */
public record Timeouts(Duration head, Duration body, Duration idle, Duration write) {

  // Declared before DEFAULT, whose constructor reads it.
  private static final Duration LONGEST = Duration.ofDays(365);

  /** 30 s for the head, 30 s without progress in body or response, 60 s idle. */
  public static final Timeouts DEFAULT =
      new Timeouts(
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30));

  /** Refuses times that are not positive, or longer than a year. */
  public Timeouts {
    check("head", head);
    check("body", body);
    check("idle", idle);
    check("write", write);
  }

  private static void check(String name, Duration timeout) {
    if (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "the " + name + " timeout must be positive and at most a year, not " + timeout);
    }
  }
}
