package tailgate.queue;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A first-in, first-out array of fixed length that wraps around. Not thread-safe: it is guarded by
 * whatever guards the queue that is built on it.
 *
 * @param <T> the items
 */
public final class RingBuffer<T> {

  /** The largest capacity. A longer queue is a mistake, and all its memory is allocated at once. */
  public static final int MAX_CAPACITY = 1 << 20;

  /** The items are at head, head + 1, … wrapping around; all other slots are null. */
  private final @Nullable T[] slots;

  /** When each item was added, at the item's index; empty if nobody asks. */
  private final long[] addedNanos;

  private int head;
  private int size;

  /**
   * Makes an empty buffer.
   *
   * @throws IllegalArgumentException if capacity is not from 1 to {@link #MAX_CAPACITY}
   */
  public RingBuffer(int capacity) {
    this(capacity, false);
  }

  /** Makes an empty buffer; if it is timed, items are added with their time. */
  // An array of a type variable cannot be created otherwise, and this one never leaves the class.
  @SuppressWarnings("unchecked")
  RingBuffer(int capacity, boolean timed) {
    slots = (@Nullable T[]) new Object[checkedCapacity(capacity)];
    addedNanos = new long[timed ? capacity : 0];
  }

  /**
   * Returns the capacity if it is in range.
   *
   * @throws IllegalArgumentException if it is not from 1 to {@link #MAX_CAPACITY}
   */
  public static int checkedCapacity(int capacity) {
    if (capacity < 1 || capacity > MAX_CAPACITY) {
      throw new IllegalArgumentException(
          "capacity must be from 1 to " + MAX_CAPACITY + ", not " + capacity);
    }
    return capacity;
  }

  /** The most items that can be inside. */
  public int capacity() {
    return slots.length;
  }

  /** Returns the number of items inside. */
  public int size() {
    return size;
  }

  /** Whether it has no item. */
  public boolean isEmpty() {
    return size == 0;
  }

  /** Whether it has no free slot. */
  public boolean isFull() {
    return size == slots.length;
  }

  /** Appends an item; there must be room. */
  public void add(T item) {
    slots[wrap(head + size)] = item;
    size++;
  }

  /** Appends an item to a timed buffer; there must be room. */
  void add(T item, long nanos) {
    addedNanos[wrap(head + size)] = nanos;
    add(item);
  }

  /** When the oldest item was added to a timed buffer; there must be one. */
  long oldestAddedNanos() {
    return addedNanos[head];
  }

  /** Removes the oldest item; there must be one. */
  public T remove() {
    T item = Objects.requireNonNull(slots[head]);
    slots[head] = null; // otherwise it would stay reachable until the slot is used again
    head = wrap(head + 1);
    size--;
    return item;
  }

  /** Removes the item that was added last; there must be one. */
  T removeNewest() {
    int tail = wrap(head + size - 1);
    T item = Objects.requireNonNull(slots[tail]);
    slots[tail] = null;
    size--;
    return item;
  }

  /** Whether this very object is inside. */
  public boolean contains(Object item) {
    for (int i = 0; i < size; i++) {
      if (isAt(i, item)) {
        return true;
      }
    }
    return false;
  }

  /** Removes this very object, wherever it is. Returns whether it was inside. */
  public boolean remove(Object item) {
    for (int i = 0; i < size; i++) {
      if (isAt(i, item)) {
        closeGap(i);
        return true;
      }
    }
    return false;
  }

  /**
   * Compares by identity, not by equals: equals is foreign code, which may throw or block while the
   * caller holds a lock.
   */
  @SuppressWarnings("ReferenceEquality")
  private boolean isAt(int i, Object item) {
    return slots[wrap(head + i)] == item;
  }

  private void closeGap(int gap) {
    for (int i = gap + 1; i < size; i++) {
      slots[wrap(head + i - 1)] = slots[wrap(head + i)];
      if (addedNanos.length > 0) {
        addedNanos[wrap(head + i - 1)] = addedNanos[wrap(head + i)];
      }
    }
    size--;
    slots[wrap(head + size)] = null;
  }

  /** A copy of the items, oldest first. */
  public List<T> toList() {
    List<T> items = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      items.add(Objects.requireNonNull(slots[wrap(head + i)]));
    }
    return items;
  }

  /** Cheaper than a remainder; the index is less than twice the capacity. */
  private int wrap(int index) {
    return index < slots.length ? index : index - slots.length;
  }
}
