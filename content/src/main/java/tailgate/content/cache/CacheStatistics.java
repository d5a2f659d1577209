package tailgate.content.cache;

import static tailgate.metrics.Statistic.Kind.GAUGE;

import tailgate.metrics.Statistic;

/**
 * What a cache has done since it was created, and what it holds.
 *
 * <p>A look-up that finds a file is a hit, even if the file turns out to be outdated. A look-up
 * counts as a miss only if a file is then loaded, so a path that names no file is not counted.
 * While the cache is idle:
 *
 * <ul>
 *   <li>{@code failedLoads ≤ loads}, and {@code loads ≤ misses} except for the loads of a pinned
 *       site at the start. A thread that waits for the load of another one counts as a miss too.
 *   <li>{@code entries = kept − evictions − removals}, and {@code kept ≤ loads − failedLoads}
 * </ul>
 *
 * <p>While it is in use, the figures are read one after the other and may differ accordingly.
 *
 * @param hits look-ups that found the file in memory
 * @param misses look-ups that had to load the file or to wait for its load
 * @param loads finished attempts to read a file into memory
 * @param failedLoads loads that got no file: it could not be read, or changed meanwhile
 * @param loadNanos total duration of all loads, in nanoseconds
 * @param kept files that were put into the cache
 * @param evictions files that were removed to make room for others
 * @param removals files that were removed because the disk had another version, or none
 * @param entries files in memory now
 * @param bytes their total size
 * @param diskFailures requests for which the disk failed; the file was sent from memory, or the
 *     response was an error
 */
public record CacheStatistics(
    @Statistic(name = "tailgate_cache_hits", help = "Cache look-ups that found the file.")
        long hits,
    @Statistic(name = "tailgate_cache_misses", help = "Cache look-ups that had to load the file.")
        long misses,
    @Statistic(name = "tailgate_cache_loads", help = "Attempts to load a file into the cache.")
        long loads,
    @Statistic(name = "tailgate_cache_load_failures", help = "Failed attempts to load a file.")
        long failedLoads,
    @Statistic(
            name = "tailgate_cache_load_seconds",
            help = "Time spent loading files.",
            nanos = true)
        long loadNanos,
    @Statistic long kept,
    @Statistic(name = "tailgate_cache_evictions", help = "Files removed to make room for others.")
        long evictions,
    @Statistic(name = "tailgate_cache_removals", help = "Files removed because they were outdated.")
        long removals,
    @Statistic(kind = GAUGE, name = "tailgate_cache_entries", help = "Files in the cache.")
        long entries,
    @Statistic(
            kind = GAUGE,
            name = "tailgate_cache_size_bytes",
            help = "Size of the cache in bytes.")
        long bytes,
    @Statistic(name = "tailgate_disk_failures", help = "Requests for which the disk failed.")
        long diskFailures) {}
