package tailgate.content.cache;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Files in memory within two bounds, and the order in which they are evicted.
 *
 * <p>A use only writes its time into the entry; the order is not changed. An entry's place in the
 * order is the last use that was known when the entry was put there, which may only be too early.
 * So the first entry whose time has not changed since then is the least recently used one. Entries
 * before it that were used since are moved to their right place.
 *
 * <p>Always: {@code bytes = Σ weights ≤ capacity}, {@code entries ≤ maxEntries}, and each entry is
 * in the order exactly once.
 *
 * <p>Not thread-safe. But many threads may call {@link #find} at a time, as long as no thread calls
 * another method, and later calls happen after them. A read-write lock guarantees that.
 */
final class LruTable {

  private static final class Entry {
    final CachedFile file;

    /** Distinguishes entries with equal times. */
    final long number;

    /**
     * When the entry was last used. Written by many threads at a time, with opaque access, so that
     * a value is never torn. If two uses end in the wrong order, the earlier time stays.
     */
    final AtomicLong used;

    /** The place in the order; guarded like the table. */
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

  /** Total weight of all files; guarded like the table. */
  private long bytes;

  /** Number of entries ever added; guarded like the table. */
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

  /** The file, which counts as used now; null if it is absent. Allocates nothing. */
  @Nullable CachedFile find(PathBytes path, long now) {
    Entry entry = entries.get(path);
    if (entry == null) {
      return null;
    }
    entry.used.setOpaque(now);
    return entry.file;
  }

  /** Whether a file of this weight would fit into an empty table. */
  boolean canHold(long weight) {
    return weight <= capacity;
  }

  boolean hasRoomFor(CachedFile file) {
    return entries.size() < maxEntries && file.weight() <= capacity - bytes;
  }

  /** Adds a file whose path must be free; there must be room. */
  void add(CachedFile file, long now) {
    if (!hasRoomFor(file) || entries.containsKey(file.key())) {
      throw new IllegalStateException(file.key() + " in " + entries.size() + " entries");
    }
    Entry entry = new Entry(file, added++, now);
    entries.put(file.key(), entry);
    order.add(entry);
    bytes += file.weight();
  }

  /** Removes exactly this file; false if it is absent. */
  boolean remove(CachedFile file) {
    Entry entry = entries.get(file.key());
    if (entry == null || entry.file != file) {
      return false;
    }
    remove(entry);
    return true;
  }

  /** Removes and returns the least recently used file; there must be one. */
  CachedFile evict() {
    Entry first = order.first();
    while (first.used.getOpaque() != first.known) {
      order.remove(first); // before its key changes, or it would not be found
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
