package tailgate.content.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.RemovalCause;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Choose it unless there is a reason not to: bounded in bytes, near-optimal in what it keeps.
 *
 * <p>A hit takes no lock: it is a look-up in a concurrent map, and a note in a buffer that belongs
 * to a few threads. The notes are read, and the order is brought up to date, by whoever finds a
 * buffer full and nobody else at it; if a buffer is full meanwhile, notes are lost, which costs
 * nothing but some precision.
 *
 * <p>The bound is on what is kept. The bytes of an evicted file may still be on their way to
 * clients, so only the garbage collector knows when they are free; where far more files are asked
 * for than fit, it is the JVM's limit for direct memory that makes it run.
 */
final class CaffeineFileCache extends LoadingFileCache {

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
            // On the thread that caused it: eviction is a few pointers, and a pool of its own would
            // add threads to stages that are defined by theirs.
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
  public boolean admits(PathBytes canonical, long weight) {
    return weight <= capacity;
  }

  private void evicted(@Nullable PathBytes path, @Nullable CachedFile file, RemovalCause cause) {
    if (file != null) { // only the garbage collector could have taken it, which is not asked to
      counters.evicted(file);
    }
  }
}
