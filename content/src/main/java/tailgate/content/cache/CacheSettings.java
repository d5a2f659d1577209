package tailgate.content.cache;

import java.time.Duration;
import tailgate.content.file.FileReader;
import tailgate.content.site.Found;

/**
 * How files are kept in memory.
 *
 * @param mode which files are kept
 * @param capacity maximum size of all kept files in bytes; 0 keeps none
 * @param maxEntries maximum number of files that {@link CacheMode#LRU} keeps, at least 1
 * @param maxFileSize maximum size of a kept file in bytes; larger files are sent from the disk
 * @param revalidate how long a kept file is fresh before the disk is checked again, 0 to 365 days
 */
public record CacheSettings(
    CacheMode mode, long capacity, int maxEntries, long maxFileSize, Duration revalidate) {

  private static final Duration MAX_REVALIDATE = Duration.ofDays(365);

  /** Caffeine, 64 MiB in total, 4096 files, up to 1 MiB each, revalidated after 1 s. */
  public static final CacheSettings DEFAULT =
      new CacheSettings(CacheMode.CAFFEINE, 64 << 20, 4096, 1 << 20, Duration.ofSeconds(1));

  /** Refuses negative sizes and times, and a maximum file size that an array cannot hold. */
  public CacheSettings {
    if (capacity < 0) {
      throw new IllegalArgumentException("the cache size must not be negative: " + capacity);
    }
    if (maxEntries < 1) {
      throw new IllegalArgumentException(
          "the cache must keep at least one file, not " + maxEntries);
    }
    if (maxFileSize < 0 || maxFileSize > 1 << 30) {
      throw new IllegalArgumentException(
          "the maximum size of a cached file must be 0 bytes to 1 GiB, not " + maxFileSize);
    }
    if (revalidate.isNegative() || revalidate.compareTo(MAX_REVALIDATE) > 0) {
      throw new IllegalArgumentException(
          "the time until revalidation must be 0 to 365 days, not " + revalidate);
    }
  }

  /** Whether the file and all its siblings are small enough to be kept. */
  boolean allows(Found.RegularFile file) {
    return file.fingerprint().size() <= maxFileSize
        && file.siblings().stream().allMatch(s -> s.fingerprint().size() <= maxFileSize);
  }

  /**
   * Whether a file that is not kept is read into memory as a whole. For a small file, one write of
   * head and content is cheaper than a transfer from the disk.
   */
  boolean readsWhole(long size) {
    return size <= maxFileSize && size < FileReader.DIRECT_FROM;
  }
}
