package tailgate.adaptivepool;

import java.util.Objects;

/**
 * What a {@link ScalingPolicy} wants.
 *
 * @param target the number of workers; the pool brings it between its bounds
 * @param reason why, for people: {@code "queue 31 % full: x4"}
 */
public record Decision(int target, String reason) {
  /** Refuses a missing reason. */
  public Decision {
    Objects.requireNonNull(reason, "reason");
  }
}
