package tailgate.content.cache;

import java.io.IOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.content.file.Compression;
import tailgate.content.file.FileReader;
import tailgate.content.file.FileSource;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.http.AcceptEncodingMemo;
import tailgate.http.ContentCoding;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.http.Request;

/**
 * The files of a site as they are sent: from memory where they are kept, and else read, to be kept
 * from then on if that may be.
 *
 * <p>Thread-safe.
 */
public final class FileStore {

  private static final Logger LOG = LoggerFactory.getLogger(FileStore.class);

  private final CacheSettings settings;
  private final FileCache cache;
  private final FileReader reader;
  private final FileLoader loader;
  private final AcceptEncodingMemo accepted = new AcceptEncodingMemo();
  private final long revalidateNanos;

  /** Whether it was said that there is no memory for the cache: once is enough. */
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * The files of {@code site}. If they are to be pinned, reads them.
   *
   * @param clock for dates
   * @param nanoClock for the times of loads, in nanoseconds from anywhere
   * @throws IllegalArgumentException if the site is to be pinned and does not fit
   */
  public FileStore(
      Site site,
      CacheSettings settings,
      Compression compression,
      InstantSource clock,
      LongSupplier nanoClock) {
    this.settings = settings;
    this.reader = new FileReader(clock);
    this.loader = new FileLoader(reader, compression, clock);
    this.revalidateNanos = settings.revalidate().toNanos();
    this.cache = cache(settings, site, loader, nanoClock);
  }

  /**
   * A cache for the files of {@code site}.
   *
   * @throws IllegalArgumentException if the site is to be pinned and does not fit
   */
  static FileCache cache(
      CacheSettings settings, Site site, FileLoader loader, LongSupplier nanoClock) {
    if (settings.capacity() == 0) {
      return new NoFileCache(nanoClock);
    }
    return switch (settings.mode()) {
      case NONE -> new NoFileCache(nanoClock);
      case PINNED -> new PinnedSiteLoader(site, settings).read(loader, nanoClock);
      case LRU -> new LruFileCache(settings.capacity(), settings.maxEntries(), nanoClock);
      case CAFFEINE -> new CaffeineFileCache(settings.capacity(), nanoClock);
    };
  }

  /** What it has done so far. */
  public CacheStatistics statistics() {
    return cache.statistics();
  }

  // ---- what is in memory

  /** The file, or null if it is not in memory. Makes no garbage; the path may be a lent one. */
  public @Nullable CachedFile find(PathBytes path) {
    return cache.getIfPresent(path);
  }

  /** Whether it may be sent without asking the disk; {@code now} in nanoseconds of the clock. */
  public boolean isFresh(CachedFile file, long now) {
    return file.isFresh(now, revalidateNanos);
  }

  /**
   * Whether it may be sent, now that the disk was asked. If not, it is kept no more.
   *
   * @param now nanoseconds of the clock before the disk was asked
   */
  public boolean confirm(CachedFile file, Found found, long now) {
    boolean confirmed = file.confirm(found, now, revalidateNanos);
    if (!confirmed) {
      cache.remove(file);
    }
    return confirmed;
  }

  /** The form that the client likes best. Makes no garbage if its likes are known. */
  public Representation choose(CachedFile file, Request request) {
    return file.variants().choose(request, accepted);
  }

  // ---- what has to be read

  /**
   * The file as the client gets it, read now.
   *
   * @param key the canonical spelling of its path
   * @param now nanoseconds of the clock before the disk was asked
   */
  public Representation read(PathBytes key, Found.RegularFile file, Request request, long now)
      throws IOException {
    boolean keeps = settings.allows(file) && cache.admits(key, loader.weight(key, file));
    if (keeps) {
      CachedFile loaded = load(key, file, now);
      if (loaded != null && loaded.isOf(file)) {
        return choose(loaded, request);
      }
    }
    FileSource source = choose(file, keeps, request);
    boolean whole = !keeps && settings.readsWhole(source.fingerprint().size());
    if (whole) {
      Representation read = cache.readOnce(() -> reader.inMemory(source));
      if (read != null) {
        return read;
      }
    }
    if (!keeps && !whole) {
      cache.pass(); // the others have been counted when they were to be loaded
    }
    return reader.fromDisk(source);
  }

  private @Nullable CachedFile load(PathBytes key, Found.RegularFile file, long now)
      throws IOException {
    try {
      return cache.get(key, () -> loader.load(key, file, now));
    } catch (OutOfMemoryError e) {
      // There is less room than --cache-size promises. The disk needs none, so the file is served.
      if (!warned.getAndSet(true)) {
        LOG.warn("no memory to cache {}: -Xmx is too small for --cache-size", key);
      }
      return null;
    }
  }

  /** What to read for a client that gets a form of its own. */
  private FileSource choose(Found.RegularFile file, boolean keeps, Request request) {
    boolean varies = keeps ? loader.varies(file) : !file.siblings().isEmpty();
    Map<ContentCoding, FileSource> sources = FileSource.allOf(file, varies);
    ContentCoding coding = accepted.choose(request, sources.keySet());
    return Objects.requireNonNull(sources.get(coding));
  }
}
