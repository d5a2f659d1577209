package tailgate.server.connection;

import java.util.function.LongSupplier;

/**
 * The time by which deadlines are set, and how far ahead each is set. The {@link DeadlineSweeper}
 * advances the time once in each sweep. So to set a deadline costs one read of a field, and not a
 * call of {@link System#nanoTime()}. Thread-safe.
 */
final class DeadlineClock {

  final long headNanos;
  final long bodyNanos;
  final long idleNanos;
  final long writeNanos;

  private final LongSupplier exact;

  /**
   * Nanoseconds by the exact clock, late by at most one sweep. Volatile: written by {@link
   * #advance}, which only the sweeper calls; read by the owners of all connections.
   */
  volatile long now;

  DeadlineClock(LongSupplier exact, Timeouts timeouts) {
    this.exact = exact;
    this.now = exact.getAsLong();
    this.headNanos = timeouts.head().toNanos();
    this.bodyNanos = timeouts.body().toNanos();
    this.idleNanos = timeouts.idle().toNanos();
    this.writeNanos = timeouts.write().toNanos();
  }

  void advance() {
    now = exact.getAsLong();
  }
}
