package tailgate.cli;

import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheStatistics;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;

/**
 * What answers the requests of a server: the files, or a handler of the user's own.
 *
 * @param errorPages content of the error responses
 * @param cache statistics of the file cache; null if there is none
 * @param root whether the folder that is served exists
 * @param onClose run after the server has stopped
 */
record ServedContent(
    Handler handler,
    ErrorPages errorPages,
    @Nullable Supplier<CacheStatistics> cache,
    BooleanSupplier root,
    List<Banner.Line> bannerLines,
    Runnable onClose)
    implements AutoCloseable {

  ServedContent {
    bannerLines = List.copyOf(bannerLines);
  }

  @Override
  public void close() {
    onClose.run();
  }
}
