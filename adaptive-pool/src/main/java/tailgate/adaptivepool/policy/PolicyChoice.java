package tailgate.adaptivepool.policy;

import java.util.Locale;

/** The policies by the names that users give them. */
public enum PolicyChoice {
  /** The pool follows {@link LittlesLawPolicy}. */
  LITTLES_LAW,

  /** The pool follows {@link LadderPolicy}. */
  LADDER,

  /** The pool follows {@link HillClimbingPolicy}. */
  HILL_CLIMBING,

  /** The pool follows {@link LibertyPolicy}. */
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

  /** Returns the name that the command line has: {@code littles-law}. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
