package tailgate.content;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Choose it unless there is a reason not to: bounded in bytes, near-optimal in what it keeps.
 *
 * <p>The bound is on what is kept. The bytes of an evicted file may still be on their way to
 * clients, so only the garbage collector knows when they are free; where far more files are asked
 * for than fit, it is the JVM's limit for direct memory that makes it run.
 */
final class CaffeineFileCache implements FileCache {

  private final SingleLoad loads = new SingleLoad();
  private final Cache<PathBytes, CachedFile> files;

  /** Keeps at most {@code capacity} bytes. */
  CaffeineFileCache(long capacity) {
    files =
        Caffeine.newBuilder()
            .maximumWeight(capacity)
            .weigher((PathBytes path, CachedFile file) -> file.weight())
            // On the thread that caused it: eviction is a few pointers, and a pool of its own would
            // add threads to stages that are defined by theirs.
            .executor(Runnable::run)
            .build();
  }

  @Override
  public @Nullable CachedFile getIfPresent(PathBytes path) {
    return files.getIfPresent(path);
  }

  @Override
  public @Nullable CachedFile get(PathBytes canonical, Loader loader) throws IOException {
    CachedFile file = files.getIfPresent(canonical);
    return file != null ? file : loads.load(canonical, () -> load(canonical, loader));
  }

  private @Nullable CachedFile load(PathBytes canonical, Loader loader) throws IOException {
    // Once more: another load may have ended since the caller looked.
    CachedFile file = files.getIfPresent(canonical);
    if (file == null) {
      file = loader.load();
      if (file != null) {
        files.put(canonical, file);
      }
    }
    return file;
  }

  @Override
  public void remove(CachedFile file) {
    files.asMap().remove(file.key(), file);
  }
}
