package tailgate.content.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Choose it by default: bounded in bytes, with a near-optimal hit rate.
 *
 * <p>A hit takes no lock. It is a look-up in a concurrent map and a record in a buffer that a few
 * threads share. A thread that finds its buffer full applies the records to the eviction order,
 * unless another thread is doing so. If a buffer is full meanwhile, records are lost, which costs
 * only some precision.
 *
 * <p>The bound applies to the kept files. The content of an evicted file may still be on its way to
 * clients, so only the garbage collector can free it. If far more files are requested than fit, the
 * JVM's limit of direct memory triggers the collection.
 */
final class CaffeineFileCache extends FileCache {

  private final long capacity;
  private final Cache<PathBytes, CachedFile> files;

  /** Keeps at most {@code capacity} bytes; loads are timed by {@code nanoClock}. */
  CaffeineFileCache(long capacity, LongSupplier nanoClock) {
    super(nanoClock);
    this.capacity = capacity;
    files =
        Caffeine.newBuilder()
            .maximumWeight(capacity)
            .weigher((PathBytes path, CachedFile file) -> file.weight())
            // Evicts on the calling thread: it takes only a few pointer updates, and a separate
            // pool would add threads to stages that are defined by their threads.
            .executor(Runnable::run)
            .evictionListener(this::evicted)
            .build();
  }

  @Override
  @Nullable CachedFile find(PathBytes path) {
    return files.getIfPresent(path);
  }

  @Override
  void put(CachedFile file) {
    counters.kept(file); // first: it may be evicted before put returns
    files.put(file.key(), file);
  }

  @Override
  boolean drop(CachedFile file) {
    return files.asMap().remove(file.key(), file);
  }

  @Override
  boolean admits(PathBytes canonical, long weight) {
    return weight <= capacity;
  }

  private void evicted(@Nullable PathBytes path, @Nullable CachedFile file, RemovalCause cause) {
    if (file != null) { // null only for weak values, which are not configured
      counters.evicted(file);
    }
  }
}
