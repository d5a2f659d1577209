package tailgate.content.cache;

import java.util.concurrent.atomic.AtomicLong;
import tailgate.content.site.Found;
import tailgate.http.PathBytes;

/**
 * A file in memory: one snapshot of its bytes with everything that is said about them.
 *
 * <p>How long it is believed after the disk was last asked:
 *
 * <pre>
 *   0                 interval / 2                  interval
 *   |---- everybody ------|---- all but one thread -----|---- nobody
 * </pre>
 *
 * <p>So under load one thread asks the disk twice in an interval while the others go on. Beyond the
 * interval, after an idle time or while that one thread is held up, each asks for itself: no
 * request gets what the disk has not confirmed within the interval before it.
 *
 * <p>Thread-safe. Immutable but for the times of its checks.
 */
public final class CachedFile {

  /** What an entry costs beyond bytes and key: objects, head, path; an estimate from above. */
  private static final int OVERHEAD = 1024;

  /** What each form beyond the first costs beyond its bytes. */
  static final int VARIANT_OVERHEAD = 768;

  private final PathBytes key;
  private final Found.RegularFile file;
  private final Variants variants;
  private final boolean settled;

  /** When the last check began, in nanoseconds of the clock; whoever moves it is to check. */
  private final AtomicLong claimed;

  /**
   * When the last check began that found the file unchanged. Volatile: whoever sees it late checks
   * once more, and so does it if two checks end in the wrong order.
   */
  private volatile long confirmed;

  /**
   * A file that was just read.
   *
   * @param settled whether a later change is sure to show in the fingerprint
   * @param now nanoseconds of the clock before the disk was asked
   */
  CachedFile(PathBytes key, Found.RegularFile file, Variants variants, boolean settled, long now) {
    this.key = key;
    this.file = file;
    this.variants = variants;
    this.settled = settled;
    this.claimed = new AtomicLong(now);
    this.confirmed = now;
  }

  /** The canonical spelling of its path. */
  PathBytes key() {
    return key;
  }

  Variants variants() {
    return variants;
  }

  /** Bytes that it takes in memory, at most: its name is held as a key, a path and a string. */
  int weight() {
    long bytes = variants.bytes() + (variants.count() - 1L) * VARIANT_OVERHEAD + overhead(key);
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  /** Bytes that a file with this key takes beyond its own. */
  static long overhead(PathBytes key) {
    return OVERHEAD + 4L * key.length();
  }

  /** Whether the caller may send it without asking the disk. Makes no garbage. */
  boolean isFresh(long now, long intervalNanos) {
    long age = now - confirmed;
    if (age < intervalNanos / 2) {
      return true;
    }
    return age < intervalNanos && !claim(now, intervalNanos / 2);
  }

  private boolean claim(long now, long intervalNanos) {
    long last = claimed.get();
    return now - last >= intervalNanos && claimed.compareAndSet(last, now);
  }

  /** Whether what was found on the disk is what this was read from. */
  boolean isOf(Found found) {
    return file.equals(found);
  }

  /**
   * Whether it may be sent, and believed again, now that the disk was asked.
   *
   * @param now nanoseconds of the clock before the disk was asked
   */
  boolean confirm(Found found, long now, long intervalNanos) {
    if (!isOf(found)) {
      return false;
    }
    if (settled) {
      confirmed = now;
      return true;
    }
    return now - confirmed < intervalNanos / 2;
  }
}
