package tailgate.cli;

import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheStatistics;
import tailgate.http.ErrorPages;
import tailgate.http.Handler;

/**
 * What answers the requests of a server: the files, or a handler of the user's own.
 *
 * @param errorPages what its errors say
 * @param cache what the cache of files has done; null where there is none
 * @param words what the banner says of it
 * @param end run once the server has stopped
 */
record ServedContent(
    Handler handler,
    ErrorPages errorPages,
    @Nullable Supplier<CacheStatistics> cache,
    List<Banner.Line> words,
    Runnable end)
    implements AutoCloseable {

  ServedContent {
    words = List.copyOf(words);
  }

  @Override
  public void close() {
    end.run();
  }
}
