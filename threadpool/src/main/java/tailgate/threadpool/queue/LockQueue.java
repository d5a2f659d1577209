package tailgate.threadpool.queue;

import java.util.List;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.queue.Admission;
import tailgate.queue.BoundedQueue;
import tailgate.queue.QueueDiscipline;

/**
 * Choose it to read how a bounded queue works: {@link BoundedQueue}, with one lock and two
 * conditions, adapted to a JDK pool.
 */
final class LockQueue<T> extends HandoffQueue<T> {
  private final BoundedQueue<T> queue;

  LockQueue(int capacity) {
    queue = new BoundedQueue<>(capacity);
  }

  LockQueue(int capacity, QueueDiscipline discipline, LongSupplier clock) {
    queue = new BoundedQueue<>(capacity, discipline, clock);
  }

  @Override
  public boolean offer(T item) {
    // Never CLOSED: nothing here closes the queue, not even the shutdown of the pool.
    return queue.offer(item) != Admission.FULL;
  }

  @Override
  public void put(T item) throws InterruptedException {
    queue.put(item);
  }

  @Override
  public T take() throws InterruptedException {
    // Null would mean closed or released, and nothing here closes or releases.
    return Objects.requireNonNull(queue.take());
  }

  @Override
  public @Nullable T poll() {
    return queue.poll();
  }

  @Override
  public boolean remove(Object item) {
    return queue.remove(item);
  }

  /** Under the lock: a pool that shuts down must not miss a task that was added just before. */
  @Override
  public int size() {
    return queue.snapshot().depth();
  }

  @Override
  public int remainingCapacity() {
    return queue.capacity() - queue.depth();
  }

  @Override
  List<T> items() {
    return queue.items();
  }
}
