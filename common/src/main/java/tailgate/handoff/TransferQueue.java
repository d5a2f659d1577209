package tailgate.handoff;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Choose it to see what a lock is good for: the JDK's queue without one, in which takers that wait
 * are links of the same chain as items, and an item is put right into the hands of the first. So
 * every item for which somebody waits wakes a thread, where those with a lock let one awake taker
 * empty the queue: on two cores it handed over a third of their tasks, or less.
 *
 * <p>That queue has no bound, so a counting semaphore holds one permit for each free place. A
 * bringer takes one before it links its item, and a taker gives one back after it has unlinked it:
 * there may be more permits out than items inside, never fewer.
 */
final class TransferQueue<T> extends HandoffQueue<T> {
  private final LinkedTransferQueue<T> queue = new LinkedTransferQueue<>();
  private final Semaphore room;

  TransferQueue(int capacity) {
    room = new Semaphore(BoundedQueue.checkedCapacity(capacity));
  }

  @Override
  public boolean offer(T item) {
    Objects.requireNonNull(item, "item");
    return room.tryAcquire() && queue.add(item);
  }

  @Override
  public void put(T item) throws InterruptedException {
    Objects.requireNonNull(item, "item");
    room.acquire();
    queue.add(item);
  }

  @Override
  public T take() throws InterruptedException {
    T item = queue.take();
    room.release();
    return item;
  }

  @Override
  public @Nullable T poll() {
    T item = queue.poll();
    if (item != null) {
      room.release();
    }
    return item;
  }

  @Override
  public boolean remove(Object item) {
    boolean removed = queue.remove(item);
    if (removed) {
      room.release();
    }
    return removed;
  }

  @Override
  public int size() {
    return queue.size();
  }

  /** To count them all takes as long as there are many. */
  @Override
  public boolean isEmpty() {
    return queue.isEmpty();
  }

  @Override
  public int remainingCapacity() {
    return room.availablePermits();
  }

  @Override
  List<T> items() {
    return List.copyOf(queue);
  }
}
