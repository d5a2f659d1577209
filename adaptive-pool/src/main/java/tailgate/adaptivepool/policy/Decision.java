package tailgate.adaptivepool.policy;

import java.util.Objects;

/**
 * The decision of a {@link ScalingPolicy}.
 *
 * @param target the number of workers; the pool keeps it within its bounds
 * @param cause why, to be counted
 * @param reason why, for people: {@code "queue 31 % full: x4"}
 */
public record Decision(int target, Cause cause, String reason) {
  /** Refuses a missing cause or reason. */
  public Decision {
    Objects.requireNonNull(cause, "cause");
    Objects.requireNonNull(reason, "reason");
  }
}
