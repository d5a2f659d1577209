package tailgate.content.cache;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.function.LongSupplier;
import tailgate.content.site.Site;
import tailgate.content.site.SiteWalk;
import tailgate.http.PathBytes;

/**
 * Reads a whole site into memory, except for files above the size limit.
 *
 * <p>Confined to the thread that starts the server.
 */
final class PinnedSiteLoader {

  private final CacheSettings settings;
  private final List<SiteWalk.Item> items;

  /** Collects the files without reading them. */
  PinnedSiteLoader(Site site, CacheSettings settings) {
    this.settings = settings;
    this.items =
        new SiteWalk(site).items().stream().filter(item -> settings.allows(item.file())).toList();
  }

  /**
   * Reads all files into a cache. One that cannot be read now is left to the first request for it.
   *
   * @throws IllegalArgumentException if they do not fit
   */
  PinnedFileCache read(FileLoader loader, LongSupplier nanoClock) {
    long weight = items.stream().mapToLong(item -> weight(item, loader)).sum();
    if (weight > settings.capacity()) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "the site needs %d bytes of memory, but the cache has only %d",
              weight,
              settings.capacity()));
    }
    List<PathBytes> places = items.stream().map(item -> item.place().canonical()).toList();
    var cache = new PinnedFileCache(settings.capacity(), places, nanoClock);
    for (SiteWalk.Item item : items) {
      read(item, cache, loader, nanoClock.getAsLong());
    }
    return cache;
  }

  private static void read(SiteWalk.Item item, PinnedFileCache cache, FileLoader loader, long now) {
    PathBytes key = item.place().canonical();
    try {
      cache.load(key, () -> loader.load(key, item.file(), now, siblingFailed -> {}));
    } catch (IOException e) {
      // The server starts anyway: the failure is counted, and a request for the file gets an error.
    }
  }

  private static long weight(SiteWalk.Item item, FileLoader loader) {
    return loader.weight(item.place().canonical(), item.file());
  }
}
