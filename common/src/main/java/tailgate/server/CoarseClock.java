package tailgate.server;

import java.util.function.LongSupplier;

/**
 * A clock that the sweeper moves once in every sweep, so that setting a deadline costs a plain read
 * and not a call of {@link System#nanoTime()}.
 */
final class CoarseClock implements LongSupplier {

  private final LongSupplier exact;

  /** Volatile: written by the sweeper, read by everybody. */
  private volatile long now;

  CoarseClock(LongSupplier exact) {
    this.exact = exact;
    this.now = exact.getAsLong();
  }

  void advance() {
    now = exact.getAsLong();
  }

  /** Nanoseconds from anywhere, late by at most one sweep. */
  @Override
  public long getAsLong() {
    return now;
  }
}
