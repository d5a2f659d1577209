package tailgate.lab.load;

/**
 * Whether the generator did what it was told: only then the figures are the server's.
 *
 * @param scheduled requests that were due in segments that count
 * @param sent those of them that were sent at all
 * @param blocked those that found no user free and had to wait for one
 * @param late those that had a user, and left more than 10 ms late because it was not woken in time
 * @param lagP99Micros how late requests left, blocked ones included; this delay is in their latency
 */
public record Health(
    long scheduled, long sent, long blocked, long late, long lagP99Micros, long lagMaxMicros) {

  private static final double ENOUGH = 0.98;

  /** Requests that left when they were due, as a share of those that were due. */
  public double delivered() {
    return scheduled == 0 ? 1 : (double) (sent - blocked - late) / scheduled;
  }

  /** A run of which this is true takes no part in a verdict. */
  public boolean fellBehind() {
    return delivered() < ENOUGH;
  }
}
