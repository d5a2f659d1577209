package tailgate.admin;

import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheStatistics;
import tailgate.metrics.LogLines;
import tailgate.metrics.RequestMetrics;

/**
 * Where the figures come from that the server itself does not have. All are thread-safe.
 *
 * @param cache the statistics of the file cache; null if there is none
 * @param metrics the request metrics; null if requests are not measured
 * @param accessLog the counts of the access log; null if there is none
 * @param misdirected the number of requests for a host that is not allowed; null if all hosts are
 * @param root whether the folder that is served exists; it may look at the disk
 */
public record Sources(
    @Nullable Supplier<CacheStatistics> cache,
    @Nullable RequestMetrics metrics,
    @Nullable Supplier<LogLines> accessLog,
    @Nullable LongSupplier misdirected,
    BooleanSupplier root) {}
