package tailgate.metrics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The resizes of a pool: how many there were, and the latest of them. Thread-safe; the pool's
 * monitor writes, a few times a second at most, and anybody reads.
 *
 * <p>{@code total = grown + shrunk}.
 */
public final class PoolResizes {

  /** How many are remembered. */
  public static final int REMEMBERED = 64;

  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock; the latest is last. */
  private final Deque<PoolResize> recent = new ArrayDeque<>();

  /** Guarded by lock. */
  private long grown;

  /** Guarded by lock. */
  private long shrunk;

  /** It happened. */
  public void add(PoolResize resize) {
    lock.lock();
    try {
      if (resize.to() > resize.from()) {
        grown++;
      } else {
        shrunk++;
      }
      if (recent.size() == REMEMBERED) {
        recent.removeFirst();
      }
      recent.addLast(resize);
    } finally {
      lock.unlock();
    }
  }

  /** How often workers were added. */
  public long grown() {
    lock.lock();
    try {
      return grown;
    } finally {
      lock.unlock();
    }
  }

  /** How often some left. */
  public long shrunk() {
    lock.lock();
    try {
      return shrunk;
    } finally {
      lock.unlock();
    }
  }

  /** The latest, at most {@value #REMEMBERED}, in the order in which they happened. */
  public List<PoolResize> recent() {
    lock.lock();
    try {
      return List.copyOf(recent);
    } finally {
      lock.unlock();
    }
  }
}
