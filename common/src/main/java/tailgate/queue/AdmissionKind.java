package tailgate.queue;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Which requests a server lets in at all; the others are refused at once, before they wait. */
public enum AdmissionKind {
  /** All requests are let in. */
  NONE,

  /** A limit: one more while all are answered within the target, and else fewer. */
  AIMD(Duration.ofMillis(100)),

  /** A limit that follows the times of requests, compared with the shortest one. */
  VEGAS,

  /** A limit: a little more while the mean wait is shorter than the target, and else fewer. */
  CREDITS(Duration.ofMillis(30));

  private final @Nullable Duration defaultTarget;

  AdmissionKind() {
    this.defaultTarget = null;
  }

  AdmissionKind(Duration defaultTarget) {
    this.defaultTarget = defaultTarget;
  }

  /** The target by simulation, for clients that wait 100 ms (docs/overload.md); null for none. */
  @Nullable Duration defaultTarget() {
    return defaultTarget;
  }
}
