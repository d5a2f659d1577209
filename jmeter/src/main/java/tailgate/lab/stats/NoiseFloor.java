package tailgate.lab.stats;

/**
 * What this machine makes of no difference: in each block one arm runs twice, and the two are
 * compared like any other two.
 *
 * @param ratio of the second to the first
 */
public record NoiseFloor(Interval ratio) {

  /** The largest difference that is compatible with the figures, as a share: 0.03 is 3 %. */
  public double share() {
    return Math.max(ratio.high(), 1 / ratio.low()) - 1;
  }

  /** Whether a difference was seen where there is none: then the run shows more than its arms. */
  public boolean falseAlarm() {
    return !ratio.contains(1);
  }
}
