package tailgate.threadpool.queue;

import java.util.AbstractQueue;
import java.util.Collection;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * A queue for a {@link java.util.concurrent.ThreadPoolExecutor} of a fixed size. A subclass defines
 * how items are added and taken, and which items are inside. The rest of {@link BlockingQueue} is
 * implemented here on top of that. The methods with a timeout are not supported, because the
 * threads of a fixed pool wait without one.
 *
 * <p>All kinds keep these promises:
 *
 * <ol>
 *   <li>At most {@code capacity} items are inside.
 *   <li>An accepted item is handed out once, to a consumer or to {@link #remove}.
 *   <li>Items are handed out in the order in which they were accepted.
 *   <li>A thread that waits can be interrupted. It then has neither added nor taken an item.
 * </ol>
 */
abstract class HandoffQueue<T> extends AbstractQueue<T> implements BlockingQueue<T> {

  /** A copy of the items inside, oldest first. */
  abstract List<T> items();

  /** The number of items inside. Makes no copy: a pool that shuts down asks before every task. */
  @Override
  public abstract int size();

  /**
   * Removes an item if it is inside and no consumer is about to get it. Kinds with their own lock
   * compare by identity, so that they run no foreign code under it. A pool only ever asks for the
   * same object that it has added.
   *
   * <p>The pool calls this for a task that was added while the pool was shut down, to find out who
   * performs it: true means that the submitter still has it, false that a worker has it.
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

  /** Iterates over a copy of the items as they are now, and cannot remove any. */
  @Override
  public Iterator<T> iterator() {
    return Collections.unmodifiableList(items()).iterator();
  }

  @Override
  public int drainTo(Collection<? super T> target) {
    return drainTo(target, Integer.MAX_VALUE);
  }

  @Override
  @SuppressWarnings("ReferenceEquality") // the same queue, not an equal one
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
