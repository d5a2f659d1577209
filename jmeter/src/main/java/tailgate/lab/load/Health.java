package tailgate.lab.load;

/**
 * Whether the generator kept to its schedule. Only then the figures are the server's.
 *
 * @param scheduled requests that were due in segments that count
 * @param sent how many of them were sent at all
 * @param blocked how many found no free user and had to wait for one
 * @param late how many had a user, but left more than 10 ms late because it was not woken in time
 * @param lagP99Micros how late requests left, including blocked ones; the delay is in their latency
 */
public record Health(
    long scheduled, long sent, long blocked, long late, long lagP99Micros, long lagMaxMicros) {

  private static final double ENOUGH = 0.98;

  /** Requests that left when they were due, as a share of those that were due. */
  public double delivered() {
    return scheduled == 0 ? 1 : (double) (sent - blocked - late) / scheduled;
  }

  /** If true, the run takes no part in a verdict. */
  public boolean fellBehind() {
    return delivered() < ENOUGH;
  }
}
