package tailgate.content.cache;

/**
 * What a cache has done since it was made, and what it holds.
 *
 * <p>A look-up that finds the file is a hit, also if the disk then has another by now. Only a
 * look-up that is ready to load can be a miss, so paths that name nothing do not count. While
 * nobody uses the cache:
 *
 * <ul>
 *   <li>{@code failedLoads ≤ loads}, and {@code loads ≤ misses} but for what a pinned site loads at
 *       the start: who waits for the load of another has missed too
 *   <li>{@code entries = kept − evictions − removals}, and {@code kept ≤ loads − failedLoads}
 * </ul>
 *
 * While it is in use the figures are taken one after the other, and so may be apart by what happens
 * in between.
 *
 * @param hits look-ups that found the file in memory
 * @param misses look-ups that did not, and had to load it or to wait for it
 * @param loads attempts to read a file into memory that have ended
 * @param failedLoads those of them that got no file: it could not be read, or changed meanwhile
 * @param loadNanos what all loads took together, in nanoseconds
 * @param kept files that were put into the cache
 * @param evictions files that had to make room for others
 * @param removals files that were dropped because the disk had another, or none
 * @param entries files in memory now
 * @param bytes what these take
 */
public record CacheStatistics(
    long hits,
    long misses,
    long loads,
    long failedLoads,
    long loadNanos,
    long kept,
    long evictions,
    long removals,
    long entries,
    long bytes) {}
