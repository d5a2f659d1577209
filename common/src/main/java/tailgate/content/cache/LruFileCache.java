package tailgate.content.cache;

import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Choose it to see what a lock on every hit costs: a table under a reader-writer lock, bounded in
 * bytes and entries, which evicts the least recently used file.
 *
 * <pre>
 *   hit     read lock:   look up, write the time of use into the entry
 *   miss    no lock:     one thread reads the file, others that want it wait for that thread
 *           write lock:  evict until there is room, add
 *   remove  write lock
 * </pre>
 *
 * <p><b>Recency under a read lock.</b> The usual list, whose head is the file used last, is
 * rewritten by every hit, so every hit needs the write lock and nothing is gained over a mutex.
 * Here a hit only stores a time, which may be done by many at once, and the order is repaired when
 * it is needed: by the writer that looks for a file to evict, under the lock that it holds anyway
 * (see {@link LruTable}). What that costs:
 *
 * <ul>
 *   <li>A hit reads the clock, some 20 ns, and writes into the entry, so cores that serve the same
 *       file pass its cache line around.
 *   <li>An eviction moves each entry that it meets and that was used since it was last moved, in
 *       O(log n) each. Every move is paid for by at least one hit, so it is O(log n) per eviction
 *       in the long run; but a single one that comes after every file was used moves all n, and all
 *       hits wait for it. The bound on entries is the bound on that pause.
 *   <li>Two hits of one file at the same moment may leave the earlier time.
 * </ul>
 *
 * <p><b>What the lock costs.</b> Readers do not wait for each other, but each adds itself to one
 * counter and subtracts itself again: two atomic updates of a word that all cores fight for. A hit
 * is so short that this fight is most of it, and more cores do not mean more hits. And because a
 * reader may lock again what it has locked, {@link ReentrantReadWriteLock} notes in a thread-local
 * how often each one did, and drops the note when it unlocks: if several readers are in at a time,
 * all but the first make some 50 bytes of garbage. So a hit allocates nothing by itself, and that
 * much when it meets another. The lock is not fair: a reader may overtake a writer, but not the one
 * that is first in the queue, so that both get on.
 *
 * <p>Thread-safe: the table is guarded by the lock.
 */
final class LruFileCache extends LoadingFileCache {

  private final LongSupplier nanoClock;

  /** The clock when this was made. Times count from here, so that they do not overflow. */
  private final long epoch;

  private final ReadWriteLock lock = new ReentrantReadWriteLock();

  /** Guarded by {@link #lock}: found in under its read lock, changed under its write lock. */
  private final LruTable table;

  /**
   * Keeps at most so many bytes and files.
   *
   * @param nanoClock by which it tells which file was used last, and times loads
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
  public boolean admits(PathBytes canonical, long weight) {
    return table.canHold(weight); // needs no lock: the bounds never change
  }

  private long now() {
    return nanoClock.getAsLong() - epoch;
  }
}
