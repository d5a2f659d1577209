package tailgate.queue;

/**
 * A controller with a proportional and an integral part for the share of requests to admit, after
 * the idea of Uber's Cinnamon ("PID Controller for Cinnamon", Uber Engineering, 2023): what comes
 * in should be what goes out, and the queue should get empty. Here the queue is the one that stood
 * for the whole window. The gains are of this project, found in the simulation; priorities are left
 * out.
 *
 * <p>The number is the share that is admitted of the requests that find no worker free. Not
 * thread-safe: guarded by what guards its controller.
 */
final class PidPolicy implements AdmissionPolicy {

  private static final double PROPORTIONAL = 0.5;
  private static final double INTEGRAL = 0.2;

  /** More in a window without a queue that stands. */
  private static final double RECOVERY = 0.01;

  private final int workers;
  private int before;

  /**
   * For a server.
   *
   * @param workers requests inside that do not wait, at least 1
   */
  PidPolicy(int workers) {
    this.workers = workers;
  }

  @Override
  public double next(Sample sample) {
    int standing = Math.max(0, sample.leastInside() - workers);
    double surplus = PROPORTIONAL * (standing - before) + INTEGRAL * standing;
    before = standing;
    double recovery = standing == 0 ? RECOVERY : 0;
    return sample.now() + recovery - surplus / Math.max(1, sample.arrived());
  }
}
