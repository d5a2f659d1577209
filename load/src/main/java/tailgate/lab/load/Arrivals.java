package tailgate.lab.load;

import java.util.Locale;

/**
 * How the requests of an open load are spread over a segment.
 *
 * @param seed of a Poisson process: the same seed gives the same times
 */
public record Arrivals(Law law, long seed) {

  /** The law that the times follow. */
  public enum Law {
    /** The arrivals are independent, like those of many clients that know nothing of each other. */
    POISSON,
    /** The arrivals are evenly spaced: kinder to a server than any real load. */
    UNIFORM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public static final Arrivals UNIFORM = new Arrivals(Law.UNIFORM, 0);

  public static Arrivals poisson(long seed) {
    return new Arrivals(Law.POISSON, seed);
  }

  /** Returns arrivals of this law at other times, for another trial. */
  public Arrivals next(int trial) {
    return law == Law.UNIFORM ? this : new Arrivals(law, seed + trial);
  }

  @Override
  public String toString() {
    return law == Law.UNIFORM ? "uniform arrivals" : "Poisson arrivals of seed " + seed;
  }
}
