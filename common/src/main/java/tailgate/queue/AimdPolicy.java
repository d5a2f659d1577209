package tailgate.queue;

/**
 * Additive increase, multiplicative decrease, as the documentation of Helidon 4 describes its
 * concurrency limit "aimd": one more while all are faster than a timeout and at least half of the
 * limit is used, and 0.9 times as many after one that is slower. There the timeout is 5 s and each
 * answer counts; here it is a parameter, and each window counts.
 *
 * <p>Without state.
 *
 * @param timeoutNanos positive; how long clients wait
 */
record AimdPolicy(long timeoutNanos) implements AdmissionPolicy {

  private static final double BACKOFF = 0.9;

  @Override
  public double next(Sample sample) {
    if (sample.longest() > timeoutNanos) {
      return sample.now() * BACKOFF;
    }
    return 2 * sample.mostInside() >= sample.now() ? sample.now() + 1 : sample.now();
  }
}
