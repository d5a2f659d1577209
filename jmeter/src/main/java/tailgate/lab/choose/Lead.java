package tailgate.lab.choose;

/**
 * The most that a candidate of a block has held until now. The quick form looks more closely only
 * at those that could do as much. Confined to the thread of the runs.
 */
final class Lead {

  /** A rough capacity below this part of the lead is no candidate for the best. */
  private static final double HOPELESS = 0.7;

  private double perSecond;

  void saw(Capacity capacity) {
    perSecond = Math.max(perSecond, capacity.estimate());
  }

  /** Whether a candidate is so far behind that nothing more has to be known of it. */
  boolean isOutOfReach(Capacity rough) {
    return !rough.atLeast() && rough.interval().high() < HOPELESS * perSecond;
  }
}
