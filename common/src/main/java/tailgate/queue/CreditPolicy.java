package tailgate.queue;

/**
 * The credit pool of Breakwater (Cho et al., "Overload Control for µs-scale RPCs with Breakwater",
 * OSDI 2020, section 4): a little more while requests wait for less than a target, and less in
 * proportion to the excess, at most half. There clients have the credits, and those without one do
 * not send; a server of plain HTTP can only refuse, so here the pool is the most requests inside.
 *
 * <p>Without state.
 *
 * @param targetNanos positive; a wait that clients hardly notice
 */
record CreditPolicy(long targetNanos) implements AdmissionPolicy {

  /** The growth by parts of the pool; at least 1. The paper has 0.1 % of the number of clients. */
  private static final double INCREASE = 0.001;

  private static final double DECREASE = 0.02;
  private static final double LEAST = 0.5;

  @Override
  public double next(Sample sample) {
    double excess = (sample.meanWait() - targetNanos) / targetNanos;
    return excess < 0
        ? sample.now() + Math.max(1, INCREASE * sample.now())
        : sample.now() * Math.max(LEAST, 1 - DECREASE * excess);
  }
}
