package tailgate.content.cache;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import tailgate.content.site.Found;
import tailgate.http.PathBytes;

/**
 * A file in memory: a snapshot of its content with its metadata.
 *
 * <p>How long it is fresh after the disk was last checked, and for which threads:
 *
 * <pre>
 *   0                 interval / 2                  interval
 *   |---- all threads ----|---- all but one thread -----|---- no thread
 * </pre>
 *
 * <p>So under load one thread checks the disk twice in an interval, while the others go on. After
 * the interval (the file was not requested, or that one thread is delayed) each thread checks for
 * itself. No response has content that was last confirmed more than one interval before the
 * request, with one exception: while the disk fails, a check counts as successful for {@link
 * #STALE_IF_ERROR} after the last one that was.
 *
 * <p>Thread-safe. Immutable except for the times of its checks.
 */
public final class CachedFile {

  /** Memory per entry beyond content and key: objects, head, path. An upper estimate. */
  private static final int OVERHEAD = 1024;

  /** Memory per variant beyond the first one and beyond its content. An upper estimate. */
  static final int VARIANT_OVERHEAD = 768;

  /** How long stale content may be sent (RFC 5861 §4): a disk can be repaired, and is noticed. */
  static final Duration STALE_IF_ERROR = Duration.ofHours(1);

  private final PathBytes key;
  private final Found.RegularFile file;
  private final Variants variants;
  private final boolean settled;

  /**
   * When the last check began, in nanoseconds of the clock. The thread that advances it does the
   * check.
   */
  private final AtomicLong claimed;

  /**
   * When the last successful check began. Volatile: a thread that sees an old value checks once
   * more. So does a thread after two checks that ended in the wrong order.
   */
  private volatile long confirmed;

  /** When the last check began for which the disk did not fail. Volatile for the same reason. */
  private volatile long seen;

  /**
   * A file that was just read.
   *
   * @param settled whether each later change is sure to change the fingerprint
   * @param now nanoseconds of the clock before the disk was read
   */
  CachedFile(PathBytes key, Found.RegularFile file, Variants variants, boolean settled, long now) {
    this.key = key;
    this.file = file;
    this.variants = variants;
    this.settled = settled;
    this.claimed = new AtomicLong(now);
    this.confirmed = now;
    this.seen = now;
  }

  /** The canonical form of its path. */
  PathBytes key() {
    return key;
  }

  Variants variants() {
    return variants;
  }

  /** Upper estimate of its memory in bytes. Its name is held as a key, a path and a string. */
  int weight() {
    long bytes = variants.bytes() + (variants.count() - 1L) * VARIANT_OVERHEAD + overhead(key);
    return (int) Math.min(Integer.MAX_VALUE, bytes);
  }

  /** Memory in bytes of a file with this key beyond its content. */
  static long overhead(PathBytes key) {
    return OVERHEAD + 4L * key.length();
  }

  /** Whether the caller may send it without a check of the disk. Allocates nothing. */
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

  /** Whether this was read from the file that was found on the disk. */
  boolean matches(Found found) {
    return file.equals(found);
  }

  /**
   * Whether it may be sent after a check of the disk; it is fresh again then.
   *
   * @param now nanoseconds of the clock before the check
   */
  boolean confirm(Found found, long now, long intervalNanos) {
    if (found instanceof Found.Failure) {
      confirmed = now;
      return now - seen < STALE_IF_ERROR.toNanos();
    }
    if (!matches(found)) {
      return false;
    }
    if (settled) {
      seen = now;
      confirmed = now;
      return true;
    }
    return now - seen < intervalNanos / 2;
  }
}
