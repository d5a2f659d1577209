package tailgate.server.connection;

import java.time.Duration;

/** When a client was last seen to be active: it connected, or its request was answered. */
final class Activity {

  private final Iterable<Connection> open;
  private final DeadlineClock clock;

  /** When a connection was admitted last. Volatile: written by all threads that accept. */
  private volatile long admittedNanos;

  Activity(Iterable<Connection> open, DeadlineClock clock) {
    this.open = open;
    this.clock = clock;
    this.admittedNanos = clock.now - DeadlineClock.UNLIMITED;
  }

  /** Notes that a connection was admitted. */
  void admitted() {
    long now = clock.now;
    if (admittedNanos != now) { // so that threads seldom write to it
      admittedNanos = now;
    }
  }

  /** How long ago a client was active; late by at most one sweep. */
  Duration age() {
    clock.advance();
    long nanos = clock.now - admittedNanos;
    for (Connection connection : open) {
      long idle = connection.clientWait().idleNanos();
      if (idle >= 0) {
        nanos = Math.min(nanos, idle);
      }
    }
    return Duration.ofNanos(nanos);
  }
}
