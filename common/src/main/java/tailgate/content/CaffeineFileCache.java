package tailgate.content;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/** Choose it unless there is a reason not to: bounded in bytes, near-optimal in what it keeps. */
final class CaffeineFileCache implements FileCache {

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
  @SuppressWarnings("NullAway") // a loader that answers null keeps nothing, says Cache.get
  public @Nullable CachedFile get(PathBytes canonical, Loader loader) throws IOException {
    try {
      return files.get(
          canonical,
          key -> {
            try {
              return loader.load();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  @Override
  public void remove(CachedFile file) {
    files.asMap().remove(file.key(), file);
  }
}
