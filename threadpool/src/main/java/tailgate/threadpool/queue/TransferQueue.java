package tailgate.threadpool.queue;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;
import tailgate.queue.RingBuffer;

/**
 * Choose it to see what advantage a lock has: this is the JDK's queue without a lock. Waiting
 * consumers are nodes of the same chain as items, and an item goes directly to the first waiting
 * consumer. So every item for which a consumer waits wakes a thread. With a lock, one consumer that
 * is awake empties the queue instead. On two cores this queue handed over at most a third as many
 * tasks as the queues with a lock.
 *
 * <p>The JDK's queue has no bound, so a counting semaphore holds one permit for each free slot. A
 * producer takes a permit before it links its item, and a consumer returns one after it has
 * unlinked it. So there may be more permits taken than items inside, never fewer. A producer that
 * cannot link its item returns its permit.
 */
final class TransferQueue<T> extends HandoffQueue<T> {
  private final LinkedTransferQueue<T> queue;
  private final Semaphore room;

  TransferQueue(int capacity) {
    this(capacity, new LinkedTransferQueue<>());
  }

  /** Creates a queue on an empty queue of the test's own. */
  TransferQueue(int capacity, LinkedTransferQueue<T> queue) {
    this.queue = queue;
    room = new Semaphore(RingBuffer.checkedCapacity(capacity));
  }

  @Override
  public boolean offer(T item) {
    Objects.requireNonNull(item, "item");
    if (!room.tryAcquire()) {
      return false;
    }
    addOnPermit(item);
    return true;
  }

  @Override
  public void put(T item) throws InterruptedException {
    Objects.requireNonNull(item, "item");
    room.acquire();
    addOnPermit(item);
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

  /** Faster than {@link #size}, which counts the nodes. */
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

  /** Returns the permit if the item cannot be linked because there is no memory for its node. */
  private void addOnPermit(T item) {
    boolean added = false;
    try {
      added = queue.add(item);
    } finally {
      if (!added) {
        room.release();
      }
    }
  }
}
