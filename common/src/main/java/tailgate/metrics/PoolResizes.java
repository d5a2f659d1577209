package tailgate.metrics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The resizes of a pool: counts by cause, and the most recent ones. Thread-safe; the pool's monitor
 * thread writes, a few times a second at most, any thread reads.
 *
 * <p>Causes are an enum, so there are few of them and each has a counter. Reasons are for people,
 * and each resize has its own.
 */
public final class PoolResizes<C extends Enum<C>> {

  /** Number of recent resizes that are kept. */
  public static final int MAX_RECENT = 64;

  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock; the latest one is last. */
  private final Deque<PoolResize<C>> recent = new ArrayDeque<>();

  private final EnumCounter<C> grown;
  private final EnumCounter<C> shrunk;

  /** Creates a history without resizes. */
  public PoolResizes(Class<C> causes) {
    grown = new EnumCounter<>(causes);
    shrunk = new EnumCounter<>(causes);
  }

  public void add(PoolResize<C> resize) {
    (resize.to() > resize.from() ? grown : shrunk).increment(resize.cause());
    lock.lock();
    try {
      if (recent.size() == MAX_RECENT) {
        recent.removeFirst();
      }
      recent.addLast(resize);
    } finally {
      lock.unlock();
    }
  }

  /** How often workers were added, by cause. */
  public EnumCounter<C> grown() {
    return grown;
  }

  /** How often workers were removed, by cause. */
  public EnumCounter<C> shrunk() {
    return shrunk;
  }

  /** The most recent resizes, at most {@value #MAX_RECENT}, in order of time. */
  public List<PoolResize<C>> recent() {
    lock.lock();
    try {
      return List.copyOf(recent);
    } finally {
      lock.unlock();
    }
  }
}
