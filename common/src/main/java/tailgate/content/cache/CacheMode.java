package tailgate.content.cache;

/** Which files are kept in memory. */
public enum CacheMode {
  /** None: every request reads the disk. */
  NONE,
  /** All that are there at the start. */
  PINNED,
  /** Those that were used last, in a table under a reader-writer lock. */
  LRU,
  /** Those that are likely to be used again, as the Caffeine library sees it. */
  CAFFEINE
}
