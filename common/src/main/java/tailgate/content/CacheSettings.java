package tailgate.content;

import java.time.Duration;
import java.util.function.LongSupplier;
import tailgate.http.PathBytes;

/**
 * How files are kept in memory.
 *
 * @param capacity bytes that all kept files may take together; 0 keeps none
 * @param largest bytes of the largest file that is kept; larger ones go from the disk
 * @param revalidate how long a kept file is believed before the disk is asked again, 0 to 365 days
 */
public record CacheSettings(long capacity, long largest, Duration revalidate) {

  private static final Duration LONGEST = Duration.ofDays(365);

  /** 64 MiB in all, files up to 1 MiB, asked again after a second. */
  public static final CacheSettings DEFAULT =
      new CacheSettings(64 << 20, 1 << 20, Duration.ofSeconds(1));

  /** Refuses negative sizes and times, and a largest file beyond what an array can hold. */
  public CacheSettings {
    if (capacity < 0) {
      throw new IllegalArgumentException("the cache size must not be negative: " + capacity);
    }
    if (largest < 0 || largest > 1 << 30) {
      throw new IllegalArgumentException(
          "the largest cached file must have 0 bytes to 1 GiB, not " + largest);
    }
    if (revalidate.isNegative() || revalidate.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException(
          "the time to revalidation must be 0 to 365 days, not " + revalidate);
    }
  }

  /**
   * Whether a file of this size is read into memory: one that will be kept, or is so small that
   * sending it with its head in one write is worth more than leaving it on the disk.
   */
  boolean readsWhole(long size, PathBytes key, FileCache cache) {
    return size <= largest
        && (size < FileReader.DIRECT_FROM || cache.mayKeep(key, size + CachedFile.overhead(key)));
  }

  FileCache cache(LongSupplier nanoClock) {
    return capacity == 0 ? new NoFileCache(nanoClock) : new CaffeineFileCache(capacity, nanoClock);
  }
}
