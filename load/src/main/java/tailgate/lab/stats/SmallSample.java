package tailgate.lab.stats;

/**
 * The level at which a percentile interval of a small sample has the coverage that is asked for.
 *
 * <p>The plain percentile interval of a mean is too narrow: of ten normal values the 95 % interval
 * contains the mean in 90 % of all cases only. It takes the quantile of the normal distribution for
 * that of Student's t, and a variance with {@code n} in place of {@code n - 1}. Hesterberg, What
 * Teachers Should Know About the Bootstrap (The American Statistician 69, 2015), section 4.2.3,
 * gives the levels that undo both.
 */
public final class SmallSample {

  private static final double MOST = 1e6;

  private SmallSample() {}

  /**
   * Returns the share of the resamples below the low end of the interval, and above its high end.
   *
   * @param values how many independent values there are, at least 2
   * @param confidence such as 0.95
   */
  static double tail(int values, double confidence) {
    double t = tQuantile(0.5 + confidence / 2, values - 1);
    return normal(-t * Math.sqrt(values / (values - 1.0)));
  }

  /** Returns the standard normal distribution function; Abramowitz and Stegun 26.2.11. */
  static double normal(double x) {
    if (Math.abs(x) > 8) {
      return x < 0 ? 0 : 1;
    }
    double term = x;
    double sum = x;
    for (int i = 3; Math.abs(term) > 1e-17; i += 2) {
      term *= x * x / i;
      sum += term;
    }
    return 0.5 + sum * Math.exp(-x * x / 2) / Math.sqrt(2 * Math.PI);
  }

  /** Returns the value of Student's t that a share {@code p}, from 0.5 to below 1, is below. */
  public static double tQuantile(double p, int freedom) {
    double low = 0;
    double high = MOST;
    for (int i = 0; i < 100; i++) {
      double middle = (low + high) / 2;
      if (0.5 + within(middle, freedom) / 2 < p) {
        low = middle;
      } else {
        high = middle;
      }
    }
    return high;
  }

  /** Returns the probability of a value from -t to t; Abramowitz and Stegun 26.7.3 and 26.7.4. */
  private static double within(double t, int freedom) {
    double theta = Math.atan(t / Math.sqrt(freedom));
    double square = Math.cos(theta) * Math.cos(theta);
    boolean odd = freedom % 2 == 1;
    double term = odd ? Math.cos(theta) : 1;
    double sum = 0;
    for (int i = odd ? 3 : 2; i <= freedom; i += 2) {
      sum += term;
      term *= square * (i - 1) / i;
    }
    return odd ? 2 / Math.PI * (theta + Math.sin(theta) * sum) : Math.sin(theta) * sum;
  }
}
