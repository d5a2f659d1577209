package tailgate.lab.stats;

/**
 * The difference that this machine shows where there is none: in each block one arm runs twice, and
 * the two runs are compared like any two arms.
 *
 * @param ratio of the second to the first
 */
public record NoiseFloor(Interval ratio) {

  /** Returns the largest difference that the figures allow, as a share: 0.03 is 3 %. */
  public double share() {
    return Math.max(ratio.high(), 1 / ratio.low()) - 1;
  }

  /** Whether a difference was found where there is none. Then the run was disturbed. */
  public boolean falseAlarm() {
    return !ratio.contains(1);
  }
}
