package tailgate.queue;

/**
 * TCP Vegas (Brakmo and Peterson, IEEE JSAC 13(8), 1995) for requests, with the thresholds that the
 * documentation of Netflix's concurrency-limits gives: the part of the limit that waits is
 * estimated from the shortest time ever seen, and kept between 3 and 6 times the logarithm of the
 * limit. The shortest time is measured anew now and then.
 *
 * <p>Not thread-safe: guarded by what guards its controller.
 */
final class VegasPolicy implements AdmissionPolicy {

  /** Windows until the shortest time is measured anew. */
  private static final int PROBE = 300;

  private double unloaded = Double.MAX_VALUE;
  private int windows;

  @Override
  public double next(Sample sample) {
    windows++;
    unloaded =
        windows % PROBE == 0 ? sample.mean() : Math.min(unloaded, (double) sample.shortest());
    if (2 * sample.mostInside() < sample.now()) {
      return sample.now();
    }
    double step = Math.max(1, StrictMath.log10(sample.now()));
    double waiting = sample.now() * (1 - unloaded / sample.mean());
    if (waiting <= step) {
      return sample.now() + 6 * step;
    }
    if (waiting < 3 * step) {
      return sample.now() + step;
    }
    return waiting > 6 * step ? sample.now() - step : sample.now();
  }
}
