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
 * Choose it to see serving at its cheapest: what is kept is settled at the start, and nothing is
 * ever evicted.
 *
 * <p>It is the place that is pinned. When the file there has changed, the next request loads the
 * new one into the same place; a file that goes and comes back is kept again. Anything else would
 * unpin the whole site the first time it is published anew. Files in other places are never kept,
 * and neither is one that has grown beyond the room that the others leave.
 *
 * <p>Always: {@code Σ weights ≤ bytes ≤ capacity}, where {@code bytes} is what was reserved.
 *
 * <p>Thread-safe. The map of places never changes, so finding one takes no lock and no atomic
 * update: a hit is a look-up and a volatile read, of memory that nobody writes to.
 */
final class PinnedFileCache extends LoadingFileCache {

  private final long capacity;
  private final Map<PathBytes, AtomicReference<@Nullable CachedFile>> places;

  /** Reserved before a file is kept, released after it is dropped. */
  private final AtomicLong bytes = new AtomicLong();

  /** Keeps at most {@code capacity} bytes of files in these places, all of them empty yet. */
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
  public boolean admits(PathBytes canonical, long weight) {
    return places.containsKey(canonical) && weight <= capacity - bytes.get();
  }

  private boolean reserve(long weight) {
    long before = bytes.getAndUpdate(now -> weight <= capacity - now ? now + weight : now);
    return weight <= capacity - before;
  }
}
