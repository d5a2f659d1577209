package tailgate.lab.load;

import java.util.Locale;

/**
 * How the requests of an open load are spread over a segment.
 *
 * @param seed of a Poisson process: the same seed gives the same times
 */
public record Arrivals(Process process, long seed) {

  /** The law that the times follow. */
  public enum Process {
    /** Like those of many clients who know nothing of each other. */
    POISSON,
    /** Evenly spaced: kinder to a server than any real load. */
    UNIFORM;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Evenly spaced. */
  public static final Arrivals UNIFORM = new Arrivals(Process.UNIFORM, 0);

  /** A Poisson process. */
  public static Arrivals poisson(long seed) {
    return new Arrivals(Process.POISSON, seed);
  }

  /** The same law with other times: for another trial. */
  public Arrivals next(int trial) {
    return process == Process.UNIFORM ? this : new Arrivals(process, seed + trial);
  }

  /** For reports. */
  @Override
  public String toString() {
    return process == Process.UNIFORM ? "uniform arrivals" : "Poisson arrivals of seed " + seed;
  }
}
