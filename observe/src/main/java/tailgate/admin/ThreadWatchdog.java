package tailgate.admin;

import java.time.Duration;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Interrupts threads whose work takes too long. A write to the JDK's server blocks for as long as
 * the client does not read. Interrupting the thread closes the channel. Closing the stream would
 * not help, because it waits for the write.
 *
 * <pre>
 *   free ──begin──▶ watched ──end──▶ free
 *                      └──sweep, too late──▶ interrupted ──end──▶ free
 * </pre>
 *
 * <p>There is an entry exactly while a thread is watched. It is removed atomically, either with the
 * interrupt or at the end. So a thread is never interrupted after its end, when it does other work.
 * {@link #begin} and {@link #end} are for the watched thread; the rest is thread-safe.
 *
 * <p>Tests: ThreadWatchdogTest.
 */
public final class ThreadWatchdog {

  private final long limitNanos;
  private final LongSupplier clock;
  private final ConcurrentMap<Thread, Long> deadlines = new ConcurrentHashMap<>();

  /**
   * Creates a watchdog that watches no thread yet.
   *
   * @param limit how long the work may take
   * @param clock nanoseconds
   */
  public ThreadWatchdog(Duration limit, LongSupplier clock) {
    this.limitNanos = limit.toNanos();
    this.clock = clock;
  }

  /** The calling thread begins its work. */
  public void begin() {
    deadlines.put(Thread.currentThread(), clock.getAsLong() + limitNanos);
  }

  /** The calling thread has finished or given up its work. */
  public void end() {
    if (deadlines.remove(Thread.currentThread()) == null) {
      Thread.interrupted(); // clears an interrupt that was meant for the finished work
    }
  }

  /** Interrupts all threads that are late. To be called about once a second. */
  public void sweep() {
    long now = clock.getAsLong();
    for (Thread thread : deadlines.keySet()) {
      deadlines.computeIfPresent(thread, (late, deadline) -> sweep(late, deadline, now));
    }
  }

  /** The remaining deadline; null if the thread was interrupted. */
  private static @Nullable Long sweep(Thread thread, long deadline, long now) {
    if (deadline - now > 0) {
      return deadline;
    }
    thread.interrupt();
    return null;
  }

  int watched() {
    return deadlines.size();
  }
}
