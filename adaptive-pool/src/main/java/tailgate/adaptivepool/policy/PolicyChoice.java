package tailgate.adaptivepool.policy;

import java.util.Locale;

/** The policies by the names that users give them. */
public enum PolicyChoice {
  /** {@link LittlesLawPolicy}. */
  LITTLES_LAW,

  /** {@link LadderPolicy}. */
  LADDER,

  /** {@link HillClimbingPolicy}. */
  HILL_CLIMBING,

  /** {@link LibertyPolicy}. */
  LIBERTY;

  /** A new policy with its default settings. */
  public ScalingPolicy policy() {
    return switch (this) {
      case LITTLES_LAW -> new LittlesLawPolicy();
      case LADDER -> new LadderPolicy();
      case HILL_CLIMBING -> new HillClimbingPolicy();
      case LIBERTY -> new LibertyPolicy();
    };
  }

  /** As on the command line: {@code littles-law}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
