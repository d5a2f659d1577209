package tailgate.metrics;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The resizes of a pool: how many there were for which cause, and the latest of them. Thread-safe;
 * the pool's monitor writes, a few times a second at most, and anybody reads.
 *
 * <p>Causes are an enum's, so that there are few of them and each can have a counter: reasons,
 * which are for people, are as many as there are resizes.
 *
 * @param <C> the causes
 */
public final class PoolResizes<C extends Enum<C>> {

  /** How many are remembered. */
  public static final int MAX_RECENT = 64;

  private final ReentrantLock lock = new ReentrantLock();

  /** Guarded by lock; the latest is last. */
  private final Deque<PoolResize<C>> recent = new ArrayDeque<>();

  private final EnumCounter<C> grown;
  private final EnumCounter<C> shrunk;

  /** None yet. */
  public PoolResizes(Class<C> causes) {
    grown = new EnumCounter<>(causes);
    shrunk = new EnumCounter<>(causes);
  }

  /** It happened. */
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

  /** How often some left, by cause. */
  public EnumCounter<C> shrunk() {
    return shrunk;
  }

  /** The latest, at most {@value #MAX_RECENT}, in the order in which they happened. */
  public List<PoolResize<C>> recent() {
    lock.lock();
    try {
      return List.copyOf(recent);
    } finally {
      lock.unlock();
    }
  }
}
