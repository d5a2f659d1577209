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

  /** Returns the interval of what is known exactly. */
  public static Interval exact(double value) {
    return new Interval(value, value, value);
  }

  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Returns an interval that also has all values between these two. */
  public Interval with(double from, double to) {
    return new Interval(Math.min(low, from), estimate, Math.max(high, to));
  }
}
