package tailgate.queue;

/**
 * The formula that the documentation of Netflix's concurrency-limits gives for Gradient2: the limit
 * times the gradient of a long mean of the times to a short one, and room for a few more, smoothed.
 * The long mean grows with an overload that lasts, and the limit with it.
 *
 * <p>The number is the most requests inside. Not thread-safe: guarded by what guards its
 * controller.
 */
final class GradientPolicy implements AdmissionPolicy {

  private static final double LEAST_GRADIENT = 0.5;
  private static final double SMOOTHING = 0.2;
  private static final int ROOM = 4;

  /** In windows. */
  private static final int LONG = 600;

  /** Until then the long mean is the plain mean. */
  private static final int WARM_UP = 10;

  private double longMean;
  private int windows;

  @Override
  public double next(Sample sample) {
    windows++;
    double weight = windows <= WARM_UP ? 1.0 / windows : 2.0 / (LONG + 1);
    longMean += (sample.mean() - longMean) * weight;
    if (longMean > 2 * sample.mean()) {
      longMean *= 0.9; // the overload has ended
    }
    if (sample.mostInside() < sample.now() / 2) {
      return sample.now();
    }
    double gradient = Math.max(LEAST_GRADIENT, Math.min(1, longMean / sample.mean()));
    double wanted = sample.now() * gradient + ROOM;
    return sample.now() + (wanted - sample.now()) * SMOOTHING;
  }
}
