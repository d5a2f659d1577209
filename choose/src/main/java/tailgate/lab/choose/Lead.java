package tailgate.lab.choose;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tailgate.lab.project.PoolSize;

/**
 * Remembers the candidate of a block that has held most until now. The quick form looks closely
 * only at those that could do as much. Confined to the thread of the runs.
 */
final class Lead {

  /** A candidate that holds less than this part of the lead cannot be the best. */
  private static final double HOPELESS = 0.7;

  /** What holds less than this part of the lead is not equal to it; {@link Choice} says why. */
  private static final double BEHIND = 0.9;

  private @Nullable Arm first;

  void saw(Arm arm) {
    if (arm.perSecond() > perSecond()) {
      first = arm;
    }
  }

  /** Returns what the first one holds, in requests per second; 0 if there is none. */
  private double perSecond() {
    return first == null ? 0 : first.perSecond();
  }

  /** Returns whether a candidate is so far behind that nothing more has to be known of it. */
  boolean isOutOfReach(Capacity rough) {
    return !rough.atLeast() && isOutOfReach(rough.interval().high());
  }

  /** Returns whether a candidate is that far behind if it can do no more than this. */
  boolean isOutOfReach(double most) {
    return most < HOPELESS * perSecond();
  }

  /**
   * Returns the size that a pool needs for what the first one does. Empty if nobody is first, or if
   * the usual size may be enough.
   */
  Optional<Integer> workers(PoolSize size, int cores) {
    return Optional.ofNullable(first)
        .filter(arm -> size.usual() * 1e6 / arm.heldMicros() < BEHIND * arm.perSecond())
        .flatMap(
            arm -> {
              int enough = Sizing.forRate(arm.perSecond(), arm.heldMicros()); // more do worse
              return arm.cpuMicros()
                  .map(cpu -> Math.min(enough, Sizing.forCores(cores, arm.heldMicros(), cpu)));
            });
  }
}
