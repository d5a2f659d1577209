package tailgate.content;

import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/** Choose it to see what the disk costs: every request reads its file. */
final class NoFileCache implements FileCache {

  @Override
  public @Nullable CachedFile getIfPresent(PathBytes path) {
    return null;
  }

  @Override
  public @Nullable CachedFile get(PathBytes canonical, Loader loader) throws IOException {
    return loader.load();
  }

  @Override
  public void remove(CachedFile file) {
    // keeps none
  }
}
