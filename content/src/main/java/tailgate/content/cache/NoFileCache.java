package tailgate.content.cache;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/** Choose it to see what the disk costs: every request reads its file. */
final class NoFileCache extends FileCache {

  /** Keeps nothing; loads are timed by {@code nanoClock}. */
  NoFileCache(LongSupplier nanoClock) {
    super(nanoClock);
  }

  @Override
  @Nullable CachedFile find(PathBytes path) {
    return null;
  }

  @Override
  void put(CachedFile file) {
    throw new AssertionError(file.key()); // admits() refuses every file
  }

  @Override
  boolean drop(CachedFile file) {
    return false;
  }

  @Override
  boolean admits(PathBytes canonical, long weight) {
    return false;
  }
}
