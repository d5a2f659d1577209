package tailgate.server.connection;

import java.time.Duration;

/**
 * How long a client may take. Enforced with the precision of a sweep, a tenth of a second. Only the
 * client's silence counts, and no time in which a request or a response waits for the server.
 *
 * <p>What a client takes of a response is what its machine acknowledges, where the kernel can be
 * asked for it (Linux). Elsewhere it is what the kernel has room for, and that shows a slow client
 * only after a third of a send buffer of up to 4 MB.
 *
 * @param head from the first byte of a head to its last; then 408
 * @param body without a byte of the content; then 408
 * @param idle without a request; then the connection is closed
 * @param write without a byte of the response being taken; then the connection is reset. Bytes that
 *     were taken before can buy up to ten times this time, at the least rate
 * @param minBytesPerSecond the least rate of a body and of a response; 0 for none. All silences of
 *     one body together may take the time {@code body}, and each byte that arrives gives back the
 *     time that it takes at this rate. The same holds for a response and the time {@code write}.
 *     Apache's {@code RequestReadTimeout MinRate} is the model.
 */
public record Timeouts(
    Duration head, Duration body, Duration idle, Duration write, long minBytesPerSecond) {

  // Declared before DEFAULT, whose constructor reads it.
  private static final Duration LONGEST = Duration.ofDays(365);

  /**
   * 30 s for the head, 30 s without progress in body or response, 60 s idle; 240 bytes a second.
   */
  public static final Timeouts DEFAULT =
      new Timeouts(
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          Duration.ofSeconds(60),
          Duration.ofSeconds(30),
          240);

  /** Creates time-outs without a least rate. */
  public Timeouts(Duration head, Duration body, Duration idle, Duration write) {
    this(head, body, idle, write, 0);
  }

  /** Refuses times that are not positive, or longer than a year, and negative rates. */
  public Timeouts {
    check("head", head);
    check("body", body);
    check("idle", idle);
    check("write", write);
    if (minBytesPerSecond < 0) {
      throw new IllegalArgumentException(
          "the least rate must not be negative, but is " + minBytesPerSecond);
    }
  }

  private static void check(String name, Duration timeout) {
    if (!timeout.isPositive() || timeout.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "the " + name + " timeout must be positive and at most a year, not " + timeout);
    }
  }
}
