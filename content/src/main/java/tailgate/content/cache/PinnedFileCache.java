package tailgate.content.cache;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Choose it for the lowest cost per request: the set of kept paths is fixed at the start, and
 * nothing is evicted.
 *
 * <p>A path is pinned, not its content. If the file there changes, the next request loads the new
 * version into the same slot. A file that disappears and comes back is kept again. Otherwise a new
 * version of the site would empty the cache. Files at other paths are never kept, nor is a file
 * that has grown beyond the free room.
 *
 * <p>Always: {@code Σ weights ≤ bytes ≤ capacity}, where {@code bytes} is what was reserved.
 *
 * <p>Thread-safe. The map never changes, so a look-up takes no lock and no atomic update: it is a
 * map look-up and a volatile read of memory that is rarely written.
 */
final class PinnedFileCache extends FileCache {

  private final long capacity;
  private final Map<PathBytes, AtomicReference<@Nullable CachedFile>> places;

  /** Reserved before a file is kept, released after it is removed. */
  private final AtomicLong bytes = new AtomicLong();

  /** Keeps at most {@code capacity} bytes of files at these paths. All slots are empty. */
  PinnedFileCache(long capacity, Collection<PathBytes> places, LongSupplier nanoClock) {
    super(nanoClock);
    this.capacity = capacity;
    this.places =
        places.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    Function.identity(), place -> new AtomicReference<@Nullable CachedFile>()));
  }

  @Override
  @Nullable CachedFile find(PathBytes path) {
    AtomicReference<@Nullable CachedFile> place = places.get(path);
    return place == null ? null : place.get();
  }

  @Override
  void put(CachedFile file) {
    AtomicReference<@Nullable CachedFile> place = places.get(file.key());
    if (place != null && reserve(file.weight())) {
      counters.kept(file);
      place.set(file);
    }
  }

  @Override
  boolean drop(CachedFile file) {
    AtomicReference<@Nullable CachedFile> place = places.get(file.key());
    if (place == null || !place.compareAndSet(file, null)) {
      return false;
    }
    bytes.addAndGet(-file.weight());
    return true;
  }

  @Override
  boolean admits(PathBytes canonical, long weight) {
    return places.containsKey(canonical) && weight <= capacity - bytes.get();
  }

  private boolean reserve(long weight) {
    long before = bytes.getAndUpdate(now -> weight <= capacity - now ? now + weight : now);
    return weight <= capacity - before;
  }
}
