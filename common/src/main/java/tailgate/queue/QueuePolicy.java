package tailgate.queue;

/**
 * In which order a queue gives its items, and which of them it refuses, while it is overloaded.
 * {@link CoDel} says when it is. While it is not, all policies are first in, first out.
 */
public enum QueuePolicy {
  /** First in, first out, at all times. */
  FIFO(false, false),

  /** The oldest first, and those that have waited too long are refused. */
  CODEL(true, false),

  /**
   * The newest first: those that have just come can still be answered in time. The oldest wait
   * until the overload ends, or for their deadline.
   */
  LIFO(false, true),

  /** The newest first, and those that have waited too long are refused. */
  CODEL_LIFO(true, true);

  private final boolean refusing;
  private final boolean newestFirst;

  QueuePolicy(boolean refusing, boolean newestFirst) {
    this.refusing = refusing;
    this.newestFirst = newestFirst;
  }

  /** Whether it refuses what has waited too long during an overload. */
  boolean isRefusing() {
    return refusing;
  }

  /** Whether the newest item is first during an overload. */
  boolean isNewestFirst() {
    return newestFirst;
  }
}
