package tailgate.lab.race;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The state that a lane's server is in.
 *
 * @param reason why it is dead, or starts again; null if there is nothing to say
 * @param port the port; null before it answers, as is {@code pid}
 */
record LaneState(Phase phase, @Nullable String reason, @Nullable Integer port, @Nullable Long pid) {

  /**
   * The phases that a server goes through.
   *
   * <pre>
   *   OFF ◄──► STARTING ──► RUNNING
   *               ▲ │          │ │
   *               │ └► DEAD ◄──┘ │ its command line has changed
   *               └────┴─────────┘
   * </pre>
   */
  enum Phase {
    /** The stage does not take part. */
    OFF,
    STARTING,
    RUNNING,
    /** The server has ended by itself, or could not start. */
    DEAD
  }

  static final LaneState OFF = new LaneState(Phase.OFF, null, null, null);

  static LaneState starting(@Nullable String reason) {
    return new LaneState(Phase.STARTING, reason, null, null);
  }

  static LaneState dead(@Nullable String reason) {
    return new LaneState(Phase.DEAD, reason, null, null);
  }

  /** Returns the name of the phase for the page. */
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
