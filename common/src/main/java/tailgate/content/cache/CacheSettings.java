package tailgate.content.cache;

import java.time.Duration;
import tailgate.content.file.FileReader;
import tailgate.content.site.Found;

/**
 * How files are kept in memory.
 *
 * @param mode which files are kept
 * @param capacity bytes that all kept files may take together; 0 keeps none
 * @param maxEntries files that {@link CacheMode#LRU} keeps at most, at least 1
 * @param maxFileSize bytes of the largest file that is kept; larger ones go from the disk
 * @param revalidate how long a kept file is believed before the disk is asked again, 0 to 365 days
 */
public record CacheSettings(
    CacheMode mode, long capacity, int maxEntries, long maxFileSize, Duration revalidate) {

  private static final Duration MAX_REVALIDATE = Duration.ofDays(365);

  /** 64 MiB in all, 4096 files if they are counted, up to 1 MiB each, asked again after 1 s. */
  public static final CacheSettings DEFAULT =
      new CacheSettings(CacheMode.CAFFEINE, 64 << 20, 4096, 1 << 20, Duration.ofSeconds(1));

  /** Refuses negative sizes and times, and a largest file beyond what an array can hold. */
  public CacheSettings {
    if (capacity < 0) {
      throw new IllegalArgumentException("the cache size must not be negative: " + capacity);
    }
    if (maxEntries < 1) {
      throw new IllegalArgumentException(
          "the cache must take at least one file, not " + maxEntries);
    }
    if (maxFileSize < 0 || maxFileSize > 1 << 30) {
      throw new IllegalArgumentException(
          "the largest cached file must have 0 bytes to 1 GiB, not " + maxFileSize);
    }
    if (revalidate.isNegative() || revalidate.compareTo(MAX_REVALIDATE) > 0) {
      throw new IllegalArgumentException(
          "the time to revalidation must be 0 to 365 days, not " + revalidate);
    }
  }

  /** The same in another mode. */
  public CacheSettings withMode(CacheMode other) {
    return new CacheSettings(other, capacity, maxEntries, maxFileSize, revalidate);
  }

  /** Whether the file, and with it all its siblings, are small enough to be kept. */
  boolean allows(Found.RegularFile file) {
    return file.fingerprint().size() <= maxFileSize
        && file.siblings().stream().allMatch(s -> s.fingerprint().size() <= maxFileSize);
  }

  /**
   * Whether a file that is not kept is read into memory all the same: sending it with its head in
   * one write is worth more than leaving it on the disk.
   */
  boolean readsWhole(long size) {
    return size <= maxFileSize && size < FileReader.DIRECT_FROM;
  }
}
