package tailgate.handoff;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue for a {@link java.util.concurrent.ThreadPoolExecutor} of a fixed size. A kind says how
 * items come and go, and what is inside; the rest of {@link BlockingQueue} follows from that here,
 * but for the forms with a timeout. They are refused, because the threads of a fixed pool wait
 * without one.
 *
 * <p>All kinds keep these promises:
 *
 * <ol>
 *   <li>At most {@code capacity} items are inside.
 *   <li>An item that was accepted is given once, to a taker or to {@link #remove}.
 *   <li>Items are given in the order in which they were let in.
 *   <li>Whoever waits can be interrupted, and then has neither brought nor taken anything.
 * </ol>
 */
abstract class HandoffQueue<T> extends AbstractQueue<T> implements BlockingQueue<T> {

  /** What is inside now, oldest first. */
  abstract List<T> items();

  /** How many are inside now. Makes no copy: a pool that shuts down asks before every task. */
  @Override
  public abstract int size();

  /**
   * Takes an item out if it is inside and no taker is about to get it. Kinds with a lock of ours
   * compare by identity, so that they run no foreign code under it; a pool asks for nothing but the
   * very task that was brought.
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

  /**
   * Over the items as they are now. What a taker gets meanwhile, its remove leaves to the taker.
   */
  @Override
  public Iterator<T> iterator() {
    Iterator<T> copy = items().iterator();
    return new Iterator<>() {
      private @Nullable T last;

      @Override
      public boolean hasNext() {
        return copy.hasNext();
      }

      @Override
      public T next() {
        T next = copy.next();
        last = next;
        return next;
      }

      @Override
      public void remove() {
        if (last == null) {
          throw new IllegalStateException("no item to remove");
        }
        HandoffQueue.this.remove(last);
        last = null;
      }
    };
  }

  @Override
  public int drainTo(Collection<? super T> target) {
    return drainTo(target, Integer.MAX_VALUE);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // itself is meant, not its like
  public int drainTo(Collection<? super T> target, int most) {
    if (Objects.requireNonNull(target, "target") == this) {
      throw new IllegalArgumentException("a queue cannot be drained into itself");
    }
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
