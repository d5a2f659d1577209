package tailgate.lab.load;

/**
 * Clients that ask again if they got no answer of status 200 in time. All that such a client sends
 * is one request: its latency counts from when the first one was due.
 *
 * @param most how often each of them asks again, 1 to 10
 * @param backoffMillis until the first time, at least 0; twice as long before each further one
 * @param share of all clients that ask again, above 0 and at most 1; the others leave
 */
public record Retries(int most, long backoffMillis, double share) {

  private static final int LIMIT = 10;

  public Retries {
    if (!(share > 0 && share <= 1)) {
      throw new IllegalArgumentException("a share is above 0 and at most 1, not " + share);
    }
    if (most < 1 || most > LIMIT) {
      throw new IllegalArgumentException(Text.format("1 to %d retries, not %d", LIMIT, most));
    }
    if (backoffMillis < 0) {
      throw new IllegalArgumentException("a backoff is at least 0 ms, not " + backoffMillis);
    }
  }

  /**
   * Whether the client of a request is one of those that ask again. They are spread evenly over all
   * numbers, without a pattern.
   *
   * @param number of the request in the load, from 0
   */
  public boolean asksAgain(long number) {
    return GoldenRatio.part(number) < share;
  }

  /**
   * Returns how long a client waits until it asks again.
   *
   * @param before how often it has asked again before
   */
  public long backoffMillis(int before) {
    return backoffMillis << before;
  }

  /** Returns how long a client can take, if it gives up each time after its timeout. */
  public long longestMillis(long timeoutMillis) {
    long backoffs = backoffMillis * ((1L << most) - 1);
    return (most + 1) * timeoutMillis + backoffs;
  }
}
