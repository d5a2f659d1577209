package tailgate.content;

import java.util.concurrent.atomic.AtomicLong;
import tailgate.http.Response;

/**
 * A file in memory: one snapshot of its bytes with everything that is said about them.
 *
 * <p>Immutable but for the time of its last check, so it is shared freely.
 */
final class CachedFile {

  /** What a cache entry costs beyond its bytes: objects, head, key; an estimate from above. */
  private static final int OVERHEAD = 1024;

  private final Target.Place place;
  private final Found.RegularFile file;
  private final Response response;

  /** Nanoseconds of the clock when the disk was last asked; only {@link #claimCheck} moves it. */
  private final AtomicLong checked;

  CachedFile(Target.Place place, Found.RegularFile file, Response response, long now) {
    this.place = place;
    this.file = file;
    this.response = response;
    this.checked = new AtomicLong(now);
  }

  Target.Place place() {
    return place;
  }

  Response response() {
    return response;
  }

  /** Bytes that it takes in memory, at most. */
  int weight() {
    return (int) Math.min(Integer.MAX_VALUE, response.body().length() + OVERHEAD);
  }

  /** Whether what is on the disk now is what this was read from. */
  boolean isOf(Found found) {
    return file.equals(found);
  }

  /**
   * Whether the caller is to check this file against the disk: true for one thread in every
   * interval. The others go on with what they have.
   */
  boolean claimCheck(long now, long intervalNanos) {
    long last = checked.get();
    return now - last >= intervalNanos && checked.compareAndSet(last, now);
  }
}
