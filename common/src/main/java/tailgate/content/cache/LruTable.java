package tailgate.content.cache;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Files in memory within two bounds, and the order in which they leave.
 *
 * <p>A use only writes its time into the entry; the order is not touched. Entries stand in it by
 * the last use that was known when they were put there, which can only be too early. So the first
 * one whose time still holds is the least recently used of all, and those before it that turn out
 * to have been used since go back to where they belong by now.
 *
 * <p>Always: {@code bytes = Σ weights ≤ capacity}, {@code entries ≤ maxEntries}, and each entry
 * stands in the order once.
 *
 * <p>Not thread-safe, but {@link #find} may be called by many at a time as long as nobody calls
 * anything else, and everybody else comes after them. That is what a read-write lock gives.
 */
final class LruTable {

  private static final class Entry {
    final CachedFile file;

    /** Tells entries apart whose times are equal. */
    final long number;

    /**
     * When it was last used. Written by many at a time, and opaquely, so that nobody reads one half
     * each of two times; if two uses end in the wrong order, it is too early by what lay between.
     */
    final AtomicLong used;

    /** Where it stands in the order; guarded like the table. */
    long known;

    Entry(CachedFile file, long number, long now) {
      this.file = file;
      this.number = number;
      this.used = new AtomicLong(now);
      this.known = now;
    }
  }

  private static final Comparator<Entry> ORDER =
      Comparator.<Entry>comparingLong(entry -> entry.known)
          .thenComparingLong(entry -> entry.number);

  private final long capacity;
  private final int maxEntries;
  private final Map<PathBytes, Entry> entries = new HashMap<>();
  private final TreeSet<Entry> order = new TreeSet<>(ORDER);

  /** What all files take together; guarded like the table. */
  private long bytes;

  /** Entries that were ever added; guarded like the table. */
  private long added;

  LruTable(long capacity, int maxEntries) {
    if (capacity < 0 || maxEntries < 1) {
      throw new IllegalArgumentException(capacity + " bytes, " + maxEntries + " entries");
    }
    this.capacity = capacity;
    this.maxEntries = maxEntries;
  }

  int size() {
    return entries.size();
  }

  long bytes() {
    return bytes;
  }

  /** The file, used now; null if it is not here. Makes no garbage. */
  @Nullable CachedFile find(PathBytes path, long now) {
    Entry entry = entries.get(path);
    if (entry == null) {
      return null;
    }
    entry.used.setOpaque(now);
    return entry.file;
  }

  /** Whether a file of this weight would fit if nothing else were here. */
  boolean canHold(long weight) {
    return weight <= capacity;
  }

  boolean hasRoomFor(CachedFile file) {
    return entries.size() < maxEntries && file.weight() <= capacity - bytes;
  }

  /** Adds a file under a path that has none; there must be room. */
  void add(CachedFile file, long now) {
    if (!hasRoomFor(file) || entries.containsKey(file.key())) {
      throw new IllegalStateException(file.key() + " in " + entries.size() + " entries");
    }
    Entry entry = new Entry(file, added++, now);
    entries.put(file.key(), entry);
    order.add(entry);
    bytes += file.weight();
  }

  /** Removes this very file; false if it is not here. */
  boolean remove(CachedFile file) {
    Entry entry = entries.get(file.key());
    if (entry == null || entry.file != file) {
      return false;
    }
    remove(entry);
    return true;
  }

  /** Removes the least recently used file, and answers it; there must be one. */
  CachedFile evict() {
    Entry first = order.first();
    while (first.used.getOpaque() != first.known) {
      order.remove(first); // before its place changes, or it would not be found
      first.known = first.used.getOpaque();
      order.add(first);
      first = order.first();
    }
    remove(first);
    return first.file;
  }

  private void remove(Entry entry) {
    entries.remove(entry.file.key());
    order.remove(entry);
    bytes -= entry.file.weight();
  }
}
