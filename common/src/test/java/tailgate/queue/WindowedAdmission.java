package tailgate.queue;

/**
 * Runs an {@link AdmissionPolicy}: collects a sample for each window of 100 ms (longer, until a
 * request was answered), and applies its number.
 */
final class WindowedAdmission implements AdmissionController {

  /** What the policy's number means. */
  enum Meaning {
    /** The most requests inside. */
    INSIDE,
    /** The share of requests that are admitted. */
    SHARE
  }

  private static final double WINDOW = 100;

  private final AdmissionPolicy policy;
  private final Meaning meaning;
  private final double min;
  private final double max;

  private double number;
  private double lowest;
  private double highest;

  /** The share that was not used up yet. */
  private double share;

  // Of the window.
  private double ends = WINDOW;
  private int arrived;
  private int answered;
  private double shortest;
  private double sum;
  private double longest;
  private double waits;
  private int mostInside;
  private int leastInside;

  WindowedAdmission(
      AdmissionPolicy policy, Meaning meaning, double min, double initial, double max) {
    this.policy = policy;
    this.meaning = meaning;
    this.min = min;
    this.max = max;
    this.number = initial;
    this.lowest = initial;
    this.highest = initial;
    begin(0);
  }

  /** The lowest number that was in force. */
  double lowest() {
    return lowest;
  }

  /** The highest number that was in force. */
  double highest() {
    return highest;
  }

  @Override
  public boolean admits(double now, int inside) {
    arrived++;
    boolean admitted = meaning == Meaning.INSIDE ? inside < (int) number : hasShare();
    if (admitted) {
      mostInside = Math.max(mostInside, inside + 1);
    }
    return admitted;
  }

  /** Spreads those that are admitted evenly. */
  private boolean hasShare() {
    share += number;
    if (share < 1) {
      return false;
    }
    share -= 1;
    return true;
  }

  @Override
  public void answered(double now, double waited, double took, int inside) {
    answered++;
    leastInside = Math.min(leastInside, inside);
    shortest = Math.min(shortest, took);
    longest = Math.max(longest, took);
    sum += took;
    waits += waited;
    if (now >= ends) {
      var sample =
          new AdmissionPolicy.Sample(
              number,
              arrived,
              answered,
              shortest,
              sum / answered,
              longest,
              waits / answered,
              mostInside,
              leastInside);
      number = Math.max(min, Math.min(max, policy.next(sample)));
      lowest = Math.min(lowest, number);
      highest = Math.max(highest, number);
      ends = now + WINDOW;
      begin(inside);
    }
  }

  private void begin(int inside) {
    arrived = 0;
    answered = 0;
    shortest = Double.MAX_VALUE;
    sum = 0;
    longest = 0;
    waits = 0;
    mostInside = inside;
    leastInside = inside;
  }
}
