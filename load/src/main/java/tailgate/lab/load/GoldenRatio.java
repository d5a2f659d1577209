package tailgate.lab.load;

/**
 * Spreads numbers without a pattern: the fractional parts of multiples of the golden ratio are
 * evenly spread over each part of 0 to 1 (Knuth, The Art of Computer Programming, 6.4, Fibonacci
 * hashing).
 */
public final class GoldenRatio {

  private static final double VALUE = (1 + Math.sqrt(5)) / 2;

  private GoldenRatio() {}

  /** Returns the place of a number, at least 0 and below 1. */
  public static double part(long number) {
    double turns = number * VALUE;
    return turns - Math.floor(turns);
  }
}
