package tailgate.lab.stats;

/**
 * An estimate and how sure it is.
 *
 * @param low at most the estimate
 * @param high at least the estimate
 */
public record Interval(double low, double estimate, double high) {

  public Interval {
    if (!(low <= estimate && estimate <= high)) {
      throw new IllegalArgumentException(
          "not an interval: %s, %s, %s".formatted(low, estimate, high));
    }
  }

  /** What is known exactly. */
  public static Interval exact(double value) {
    return new Interval(value, value, value);
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** The same with both ends at least {@code by} away from the estimate. */
  public Interval atLeast(double by) {
    return new Interval(Math.min(low, estimate - by), estimate, Math.max(high, estimate + by));
  }
}
