package tailgate.queue;

import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Which item of a ring is taken next under a {@link QueueDiscipline}, and whether it is too late
 * for it. {@link BoundedQueue} uses it for tasks, {@link DisciplinedSemaphore} for threads.
 *
 * <pre>
 *   the oldest waits longer than the deadline        ──▶ the oldest, too late: DEADLINE
 *   overloaded, and longer than CoDel tolerates      ──▶ the oldest, too late: CODEL   (codel, codel-lifo)
 *   overloaded                                       ──▶ the newest                    (lifo, codel-lifo)
 *   otherwise                                        ──▶ the oldest
 * </pre>
 *
 * <p>So the items that are too late leave first, oldest first, and no item starves under a policy
 * that refuses. The clock is read once when an item is added and once when one is taken.
 *
 * <p>Not thread-safe: guarded by its owner's lock, but for {@link #now}. Tests: QueueOrderTest.
 */
final class QueueOrder<T> {

  private final QueuePolicy policy;
  private final CoDel codel;
  private final long deadlineNanos;
  private final LongSupplier clock;

  /** Why the item that was taken last is refused; null if it was in time. */
  private @Nullable Lateness lateness;

  QueueOrder(QueueDiscipline discipline, LongSupplier clock) {
    this(discipline, codel(discipline), clock);
  }

  QueueOrder(QueueDiscipline discipline, CoDel codel, LongSupplier clock) {
    policy = discipline.policy();
    this.codel = codel;
    Duration deadline = discipline.deadline();
    deadlineNanos = deadline == null ? Long.MAX_VALUE : deadline.toNanos();
    this.clock = clock;
  }

  private static CoDel codel(QueueDiscipline discipline) {
    return new CoDel(discipline.target().toNanos(), discipline.interval().toNanos());
  }

  /** The time at which an item is added. Takes no lock. */
  long now() {
    return clock.getAsLong();
  }

  /** Removes the next item of a ring that has one. */
  T remove(RingBuffer<T> ring) {
    long now = now();
    long waitNanos = now - ring.oldestAddedNanos();
    boolean overloaded = codel.taken(now, waitNanos);
    lateness = lateness(waitNanos, overloaded);
    boolean newest = overloaded && policy.isNewestFirst() && lateness == null;
    return newest ? ring.removeNewest() : ring.remove();
  }

  /**
   * An item never was in the ring.
   *
   * @param waitNanos elsewhere
   * @return why it is too late; null if it is not
   */
  @Nullable Lateness passed(long now, long waitNanos) {
    return lateness(waitNanos, codel.taken(now, waitNanos));
  }

  /** Why the item that was removed last is too late; null if it is not. */
  @Nullable Lateness lateness() {
    return lateness;
  }

  private @Nullable Lateness lateness(long waitNanos, boolean overloaded) {
    if (waitNanos > deadlineNanos) {
      return Lateness.DEADLINE;
    }
    boolean late = overloaded && policy.isRefusing() && codel.isTooLong(waitNanos);
    return late ? Lateness.CODEL : null;
  }
}
