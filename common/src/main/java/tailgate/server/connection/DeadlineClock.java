package tailgate.server.connection;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * The time for deadlines, and how far ahead each deadline is set. The {@link DeadlineSweeper}
 * advances the time once in each sweep. So to set a deadline costs one read of a field, and not a
 * call of {@link System#nanoTime()}.
 *
 * <p>The time stands still while the process does: if a sweep comes late, because the machine was
 * busy, the process was suspended or the JVM collected garbage, no more than {@link #LONGEST_STEP}
 * counts. A client cannot be blamed for the rest, because its bytes may wait in the kernel.
 *
 * <p>Thread-safe. Tests: DeadlineClockTest.
 */
final class DeadlineClock {

  /** The time between two sweeps. */
  static final Duration PERIOD = Duration.ofMillis(100);

  /** What one sweep adds to the time, at most. */
  static final Duration LONGEST_STEP = PERIOD.multipliedBy(2);

  /** So often the kernel is asked what a slow client takes, within the write timeout. */
  private static final int MOST_ASKED = 16;

  private static final int LEAST_ASKED = 4;

  /**
   * What a client has taken may buy it the write timeout so many times. Some clients limit their
   * rate by long pauses: curl 7.88 reads a hundred times, and then not for up to 100 s.
   */
  private static final int MOST_BOUGHT = 10;

  /** The most bytes that are counted: more are worth no more, so that nothing overflows. */
  private static final long MOST_COUNTED = 1L << 32;

  /** Longer than any timeout, and far from an overflow. */
  static final long UNLIMITED = Long.MAX_VALUE / 4;

  final long headNanos;
  final long bodyNanos;
  final long idleNanos;
  final long writeNanos;

  /** How long one wait for room may take, if the client has taken enough before. */
  final long longestWriteNanos;

  /** The time between two questions to the kernel, if the answers come quickly. */
  final long leastAskNanos;

  /** The time between two questions to the kernel, however long the answers take. */
  final long mostAskNanos;

  /** How much time a byte at the least rate takes; 0 if there is no least rate. */
  private final long nanosPerByte;

  private final LongSupplier exact;

  /**
   * Nanoseconds, late by at most one sweep. Volatile: written by {@link #advance}, which the
   * sweeper calls; read by the owners of all connections.
   */
  volatile long now;

  /** When it was advanced, by the exact clock. Volatile: written by {@link #advance}. */
  private volatile long advancedNanos;

  DeadlineClock(LongSupplier exact, Timeouts timeouts) {
    this.exact = exact;
    this.advancedNanos = exact.getAsLong();
    this.now = advancedNanos;
    this.headNanos = timeouts.head().toNanos();
    this.bodyNanos = timeouts.body().toNanos();
    this.idleNanos = timeouts.idle().toNanos();
    this.writeNanos = timeouts.write().toNanos();
    this.leastAskNanos = writeNanos / MOST_ASKED;
    this.mostAskNanos = writeNanos / LEAST_ASKED;
    long rate = timeouts.minBytesPerSecond();
    this.longestWriteNanos = rate == 0 ? writeNanos : writeNanos * MOST_BOUGHT;
    this.nanosPerByte = rate == 0 ? 0 : Math.max(1, 1_000_000_000 / rate);
  }

  synchronized void advance() {
    long then = advancedNanos;
    advancedNanos = exact.getAsLong();
    now += Math.min(advancedNanos - then, LONGEST_STEP.toNanos());
  }

  /** Returns the nanoseconds since it was advanced. */
  long age() {
    return exact.getAsLong() - advancedNanos;
  }

  /** The time that so many bytes take at the least rate; without one, a byte is worth any time. */
  long worth(long bytes) {
    long counted = Math.min(bytes, MOST_COUNTED);
    return nanosPerByte == 0 && bytes > 0 ? UNLIMITED : nanosPerByte * counted;
  }
}
