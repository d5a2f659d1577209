package tailgate.lab.race;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The state of a lane's server.
 *
 * @param reason why it is dead, or starts again; null if there is nothing to say
 * @param port null before it answers, as is {@code pid}
 */
record LaneState(Phase phase, @Nullable String reason, @Nullable Integer port, @Nullable Long pid) {

  /**
   * <pre>
   *   OFF ◄──► STARTING ──► RUNNING
   *               ▲ │          │ │
   *               │ └► DEAD ◄──┘ │ its command line has changed
   *               └────┴─────────┘
   * </pre>
   */
  enum Phase {
    /** It does not take part. */
    OFF,
    STARTING,
    RUNNING,
    /** It has ended by itself, or could not start. */
    DEAD
  }

  static final LaneState OFF = new LaneState(Phase.OFF, null, null, null);

  static LaneState starting(@Nullable String reason) {
    return new LaneState(Phase.STARTING, reason, null, null);
  }

  static LaneState dead(@Nullable String reason) {
    return new LaneState(Phase.DEAD, reason, null, null);
  }

  /** For the page. */
  String name() {
    return phase.name().toLowerCase(Locale.ROOT);
  }

  boolean isStarting() {
    return phase == Phase.STARTING;
  }

  boolean isRunning() {
    return phase == Phase.RUNNING;
  }
}
