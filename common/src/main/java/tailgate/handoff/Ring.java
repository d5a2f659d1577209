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
    if (capacity < 1) {
      throw new IllegalArgumentException("capacity must be at least 1, not " + capacity);
    }
    places = (@Nullable T[]) new Object[capacity];
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

  /** Removes an item, wherever it is, in one turn of the ring; answers whether it was in. */
  boolean remove(Object item) {
    boolean found = false;
    for (int left = size; left > 0; left--) {
      T next = remove();
      if (!found && next.equals(item)) {
        found = true;
      } else {
        add(next);
      }
    }
    return found;
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
