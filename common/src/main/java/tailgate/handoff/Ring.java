package tailgate.handoff;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A first-in, first-out array of fixed length that wraps round. Not thread-safe: guarded by
 * whatever guards the queue around it.
 */
final class Ring<T> {

  /** The items are at head, head + 1, … wrapping round; all other places are null. */
  private final @Nullable T[] places;

  private int head;
  private int size;

  // An array of a type variable cannot be created otherwise, and this one never leaves the class.
  @SuppressWarnings("unchecked")
  Ring(int capacity) {
    places = (@Nullable T[]) new Object[BoundedQueue.checkedCapacity(capacity)];
  }

  int capacity() {
    return places.length;
  }

  int size() {
    return size;
  }

  /** Appends an item; there must be room. */
  void add(T item) {
    places[wrap(head + size)] = item;
    size++;
  }

  /** Removes the oldest item; there must be one. */
  T remove() {
    T item = Objects.requireNonNull(places[head]);
    places[head] = null; // or it would stay reachable until the place is used again
    head = wrap(head + 1);
    size--;
    return item;
  }

  /** Whether that very object is in. */
  boolean contains(Object item) {
    for (int i = 0; i < size; i++) {
      if (isAt(i, item)) {
        return true;
      }
    }
    return false;
  }

  /** Removes that very object, wherever it is; answers whether it was in. */
  boolean remove(Object item) {
    for (int i = 0; i < size; i++) {
      if (isAt(i, item)) {
        closeGap(i);
        return true;
      }
    }
    return false;
  }

  /** By no equals: that is foreign code, which may throw or block, and whoever asks has a lock. */
  @SuppressWarnings("ReferenceEquality")
  private boolean isAt(int i, Object item) {
    return places[wrap(head + i)] == item;
  }

  private void closeGap(int gap) {
    for (int i = gap + 1; i < size; i++) {
      places[wrap(head + i - 1)] = places[wrap(head + i)];
    }
    size--;
    places[wrap(head + size)] = null;
  }

  /** The items, oldest first. */
  List<T> toList() {
    List<T> items = new ArrayList<>(size);
    for (int i = 0; i < size; i++) {
      items.add(Objects.requireNonNull(places[wrap(head + i)]));
    }
    return items;
  }

  /** Cheaper than a remainder; the index is less than twice the capacity. */
  private int wrap(int index) {
    return index < places.length ? index : index - places.length;
  }
}
