package tailgate.lab.load;

import static tailgate.lab.load.Text.format;

import java.util.ArrayList;
import java.util.List;

/**
 * What was taken from the processors of a measurement, as shares of their time, 0 to 1. NaN if it
 * was not measured. The reason for each limit is in docs/method.md.
 *
 * @param foreign what programs had that are no part of the measurement
 * @param stolen what other machines on the same host had
 * @param throttled for how long the quota of a container stopped the measurement
 */
public record Disturbance(double foreign, double stolen, double throttled) {

  /** The disturbance if nothing was measured. */
  public static final Disturbance UNKNOWN = new Disturbance(Double.NaN, Double.NaN, Double.NaN);

  /** Makes shares from all of the processor time that there was, and what was taken of it. */
  public static Disturbance of(double all, double foreign, double stolen, double throttled) {
    return new Disturbance(foreign / all, stolen / all, throttled / all);
  }

  /** Adds a second measurement; this one took the given share of the time of both. */
  public Disturbance and(double share, Disturbance other) {
    return new Disturbance(
        share * foreign + (1 - share) * other.foreign,
        share * stolen + (1 - share) * other.stolen,
        share * throttled + (1 - share) * other.throttled);
  }

  /** What a disturbance means for the figures, the least first. */
  public enum Degree {
    /** The machine was quiet. */
    NONE,
    /** The figures count, and the report says what disturbed them. */
    SOME,
    /** The figures say more about what disturbed them than about a server. */
    TOO_MUCH;

    /** Returns the degree of a value: up to the first limit none, above the second one too much. */
    public static Degree of(double value, double mostForNone, double mostForSome) {
      return value > mostForSome ? TOO_MUCH : value > mostForNone ? SOME : NONE; // NaN is none
    }

    /** Returns the higher of two degrees. */
    public Degree or(Degree other) {
      return compareTo(other) > 0 ? this : other;
    }
  }

  private static final double LITTLE_FOREIGN = 0.05;
  private static final double MOST_FOREIGN = 0.2;

  /** One tick of one processor in two seconds is noise. */
  private static final double LITTLE_STOLEN = 0.005;

  private static final double MOST_STOLEN = 0.01;
  private static final double MOST_THROTTLED = 0.005;

  public Degree ofForeign() {
    return Degree.of(foreign, LITTLE_FOREIGN, MOST_FOREIGN);
  }

  public Degree ofStolen() {
    return Degree.of(stolen, LITTLE_STOLEN, MOST_STOLEN);
  }

  /** Any throttling is noted: there is none without a quota that is too small. */
  public Degree ofThrottled() {
    return Degree.of(throttled, 0, MOST_THROTTLED);
  }

  /** Returns the worst degree of all three kinds. */
  public Degree degree() {
    return ofForeign().or(ofStolen()).or(ofThrottled());
  }

  /** Says what took how much, as the end of a sentence; empty if nothing did. */
  public String words() {
    List<String> parts = new ArrayList<>();
    if (ofForeign() != Degree.NONE) {
      parts.add(format("other programs had %.0f %% of the processor time", 100 * foreign));
    }
    if (ofStolen() != Degree.NONE) {
      parts.add(format("other machines on the host had %.1f %%", 100 * stolen));
    }
    if (ofThrottled() != Degree.NONE) {
      parts.add(format("the quota of the container stopped it for %.1f %%", 100 * throttled));
    }
    return String.join(", ", parts);
  }
}
