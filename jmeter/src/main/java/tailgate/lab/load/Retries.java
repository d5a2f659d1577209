package tailgate.lab.load;

/**
 * Clients that ask again if they got no answer of status 200 in time. All that such a client sends
 * is one request: its latency counts from when the first one was due.
 *
 * @param most how often each of them asks again, 1 to 10
 * @param backoffMillis until the first time, at least 0; twice as long before each further one
 */
public record Retries(int most, long backoffMillis) {

  private static final int LIMIT = 10;

  public Retries {
    if (most < 1 || most > LIMIT) {
      throw new IllegalArgumentException("1 to %d retries, not %d".formatted(LIMIT, most));
    }
    if (backoffMillis < 0) {
      throw new IllegalArgumentException("a backoff is at least 0 ms, not " + backoffMillis);
    }
  }

  /**
   * How long a client waits until it asks again.
   *
   * @param before how often it has asked again before
   */
  public long backoffMillis(int before) {
    return backoffMillis << before;
  }

  /** The longest that a client can take, if it gives up each time after its timeout. */
  public long longestMillis(long timeoutMillis) {
    long backoffs = backoffMillis * ((1L << most) - 1);
    return (most + 1) * timeoutMillis + backoffs;
  }
}
