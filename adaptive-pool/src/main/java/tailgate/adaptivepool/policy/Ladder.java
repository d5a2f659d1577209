package tailgate.adaptivepool.policy;

import java.util.List;
import java.util.Objects;

/**
 * Thresholds with factors: the higher the value that is read, the larger the factor.
 *
 * @param rungs from the lowest to the highest; both threshold and factor rise
 */
public record Ladder(List<Rung> rungs) {

  /**
   * One step of the ladder.
   *
   * @param threshold the lowest value that reaches this rung, above 0
   * @param factor what to multiply by, above 1
   */
  public record Rung(double threshold, double factor) {
    /** Refuses a threshold or a factor out of range. */
    public Rung {
      if (!(threshold > 0 && threshold < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("threshold must be above 0, not " + threshold);
      }
      if (!(factor > 1 && factor < Double.POSITIVE_INFINITY)) {
        throw new IllegalArgumentException("factor must be above 1, not " + factor);
      }
    }
  }

  /** Refuses a ladder without rungs, and one whose rungs do not rise. */
  public Ladder {
    rungs = List.copyOf(Objects.requireNonNull(rungs, "rungs"));
    if (rungs.isEmpty()) {
      throw new IllegalArgumentException("a ladder must have a rung");
    }
    for (int i = 1; i < rungs.size(); i++) {
      Rung below = rungs.get(i - 1);
      Rung above = rungs.get(i);
      if (above.threshold() <= below.threshold() || above.factor() <= below.factor()) {
        throw new IllegalArgumentException("rungs must rise, not " + below + ", " + above);
      }
    }
  }

  /** The factor of the highest rung that the reading reaches; 1 below all of them. */
  double factorAt(double reading) {
    for (Rung rung : rungs.reversed()) {
      if (reading >= rung.threshold()) {
        return rung.factor();
      }
    }
    return 1;
  }
}
