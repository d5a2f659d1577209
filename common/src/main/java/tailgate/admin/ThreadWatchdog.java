package tailgate.admin;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts threads that are at one thing for too long. The streams of the JDK's server block for
 * as long as its client does not read; to interrupt the thread closes the channel under them, and
 * nothing else would: their own close waits for the write.
 *
 * <pre>
 *   free ──begin──▶ watched ──end──▶ free
 *                      └──sweep, too late──▶ interrupted ──end──▶ free
 * </pre>
 *
 * <p>An entry is there exactly while a thread is watched, and goes atomically either with the
 * interrupt or with its end. So nobody is interrupted after his end, when he is at something else.
 * {@link #begin} and {@link #end} belong to the thread that is watched, the rest is thread-safe.
 */
final class ThreadWatchdog {

  private final long limitNanos;
  private final LongSupplier clock;
  private final ConcurrentMap<Thread, Long> deadlines = new ConcurrentHashMap<>();

  /**
   * Watches nobody yet.
   *
   * @param limit how long one thing may take
   * @param clock nanoseconds
   */
  ThreadWatchdog(Duration limit, LongSupplier clock) {
    this.limitNanos = limit.toNanos();
    this.clock = clock;
  }

  /** This thread begins with something. */
  void begin() {
    deadlines.put(Thread.currentThread(), clock.getAsLong() + limitNanos);
  }

  /** It is through with that, or has given up. */
  void end() {
    if (deadlines.remove(Thread.currentThread()) == null) {
      Thread.interrupted(); // clears what was meant for what is over
    }
  }

  /** Interrupts those that are late; to be called about once a second. */
  void sweep() {
    long now = clock.getAsLong();
    for (Thread thread : deadlines.keySet()) {
      deadlines.computeIfPresent(thread, (late, deadline) -> sweep(late, deadline, now));
    }
  }

  /** The deadline that remains. */
  private static @Nullable Long sweep(Thread thread, long deadline, long now) {
    if (deadline - now > 0) {
      return deadline;
    }
    thread.interrupt();
    return null;
  }

  /** How many threads are watched. */
  int watched() {
    return deadlines.size();
  }
}
