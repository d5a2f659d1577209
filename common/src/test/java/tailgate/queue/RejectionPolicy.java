package tailgate.queue;

/**
 * A controller with a proportional and an integral part for the share of requests to refuse, after
 * the idea of Uber's Cinnamon ("PID Controller for Cinnamon", Uber Engineering, 2023): the error is
 * what came in beyond what went out, so that the queue gets neither longer nor shorter, and a part
 * of the queue itself, so that it gets empty. The gains are of this project, found in the
 * simulation; the priorities of requests are left out.
 *
 * @param workers requests inside that do not wait
 */
record RejectionPolicy(int workers) implements AdmissionPolicy {

  private static final double PROPORTIONAL = 0.5;

  /** How much of the queue is to be gone after one window. */
  private static final double EMPTYING = 0.5;

  @Override
  public double next(Sample sample) {
    if (sample.arrived() == 0) {
      return sample.now();
    }
    int queue = Math.max(0, sample.inside() - workers);
    int free = Math.max(0, workers - sample.mostInside());
    int grown = sample.inside() - sample.insideBefore();
    double surplus = grown + EMPTYING * queue - (queue == 0 ? Math.max(1, free) : 0);
    return sample.now() - PROPORTIONAL * surplus / sample.arrived();
  }
}
