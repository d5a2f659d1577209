package tailgate.content.cache;

/** Which files are kept in memory. */
public enum CacheMode {
  /** No file: every request reads the disk. */
  NONE,
  /** All files that exist at the start. */
  PINNED,
  /** The most recently used files, in a table under a reader-writer lock. */
  LRU,
  /** The files that are likely to be used again, as the Caffeine library estimates it. */
  CAFFEINE
}
