package tailgate.handoff;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a {@link java.util.concurrent.ThreadPoolExecutor} of a fixed size asks of its queue; the
 * rest of {@link BlockingQueue} follows from it here, or is refused.
 *
 * <p>All kinds keep these promises:
 *
 * <ol>
 *   <li>At most {@code capacity} items are inside.
 *   <li>An item that was accepted is given once, to a taker or to {@link #remove}.
 *   <li>Items are given in the order in which they were let in.
 *   <li>Whoever waits can be interrupted, and then has neither brought nor taken anything.
 * </ol>
 *
 * <p>The forms with a timeout are refused, because the threads of a fixed pool wait without one.
 */
abstract class HandoffQueue<T> extends AbstractQueue<T> implements BlockingQueue<T> {

  /** What is inside now, oldest first. */
  abstract List<T> items();

  /**
   * Takes an item out if it is inside and no taker is about to get it.
   *
   * <p>The pool calls it for a task that was brought while the pool was shut down, to learn who has
   * it: true means that the submitter has, false that a worker has.
   */
  @Override
  public abstract boolean remove(Object item);

  @Override
  public abstract @Nullable T poll();

  @Override
  public @Nullable T peek() {
    List<T> items = items();
    return items.isEmpty() ? null : items.getFirst();
  }

  @Override
  public int size() {
    return items().size();
  }

  /** Over the items as they are now. */
  @Override
  public Iterator<T> iterator() {
    return items().iterator();
  }

  @Override
  public int drainTo(Collection<? super T> target) {
    return drainTo(target, Integer.MAX_VALUE);
  }

  @Override
  public int drainTo(Collection<? super T> target, int most) {
    int drained = 0;
    while (drained < most) {
      T item = poll();
      if (item == null) {
        break;
      }
      target.add(item);
      drained++;
    }
    return drained;
  }

  @Override
  public boolean offer(T item, long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("offer with a timeout");
  }

  @Override
  public T poll(long timeout, TimeUnit unit) {
    throw new UnsupportedOperationException("poll with a timeout");
  }
}
