package tailgate.content.cache;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Choose it to see what a lock on every hit costs: a table under a reader-writer lock, bounded in
 * bytes and entries, that evicts the least recently used file.
 *
 * <pre>
 *   hit     read lock:   look up, write the time of use into the entry
 *   miss    no lock:     one thread reads the file, others that want it wait for that thread
 *           write lock:  evict until there is room, add
 *   remove  write lock
 * </pre>
 *
 * <p>A hit only stores a time. The writer that needs a file to evict repairs the order. What this
 * and the lock cost is in {@code docs/file-cache.md}.
 *
 * <p>Thread-safe: the table is guarded by the lock.
 */
final class LruFileCache extends FileCache {

  private final LongSupplier nanoClock;

  /** The clock at construction. Times are relative to it, so that they do not overflow. */
  private final long epoch;

  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Guarded by {@link #lock}: read under its read lock, changed under its write lock. */
  private final LruTable table;

  /**
   * Keeps at most {@code capacity} bytes in at most {@code maxEntries} files.
   *
   * @param nanoClock for the times of use and of loads, in nanoseconds
   */
  LruFileCache(long capacity, int maxEntries, LongSupplier nanoClock) {
    super(nanoClock);
    this.nanoClock = nanoClock;
    this.epoch = nanoClock.getAsLong();
    this.table = new LruTable(capacity, maxEntries);
  }

  @Override
  @Nullable CachedFile find(PathBytes path) {
    lock.readLock().lock();
    try {
      return table.find(path, now());
    } finally {
      lock.readLock().unlock();
    }
  }

  @Override
  void put(CachedFile file) {
    lock.writeLock().lock();
    try {
      while (!table.hasRoomFor(file)) {
        counters.evicted(table.evict());
      }
      table.add(file, now());
      counters.kept(file);
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  boolean drop(CachedFile file) {
    lock.writeLock().lock();
    try {
      return table.remove(file);
    } finally {
      lock.writeLock().unlock();
    }
  }

  @Override
  boolean admits(PathBytes canonical, long weight) {
    return table.canHold(weight); // needs no lock: the bounds never change
  }

  private long now() {
    return nanoClock.getAsLong() - epoch;
  }
}
