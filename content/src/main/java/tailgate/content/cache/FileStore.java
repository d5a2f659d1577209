package tailgate.content.cache;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.content.file.Compression;
import tailgate.content.file.FileReader;
import tailgate.content.file.FileSource;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.FileError;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.http.AcceptEncodingMemo;
import tailgate.http.ContentCoding;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.http.Request;
import tailgate.log.SafeLogger;

/**
 * The files of a site as they are sent: from memory if they are kept, else read from the disk, and
 * kept from then on if possible.
 *
 * <p>Thread-safe.
 */
public final class FileStore {

  private static final Logger LOG = SafeLogger.of(FileStore.class);

  private static final Duration LOG_PERIOD = Duration.ofSeconds(10);

  private final CacheSettings settings;
  private final FileCache cache;
  private final FileReader reader;
  private final FileLoader loader;
  private final AcceptEncodingMemo accepted = new AcceptEncodingMemo();
  private final long revalidateNanos;

  /** When the next failure of the disk may be logged, in nanoseconds of the clock. */
  private final AtomicLong nextLog;

  /** Whether it was logged that there is no memory for the cache. Once is enough. */
  private final AtomicBoolean warned = new AtomicBoolean();

  /**
   * Creates a store of the files of {@code site}. If they are to be pinned, reads them.
   *
   * @param clock for dates
   * @param nanoClock for the duration of loads, in nanoseconds from any origin
   * @throws IllegalArgumentException if the site is to be pinned and does not fit
   */
  public FileStore(
      Site site,
      CacheSettings settings,
      Compression compression,
      MediaTypes types,
      InstantSource clock,
      LongSupplier nanoClock) {
    this.settings = settings;
    this.reader = new FileReader(types, clock, site.threads());
    this.loader = new FileLoader(reader, compression, clock);
    this.revalidateNanos = settings.revalidate().toNanos();
    this.cache = cache(settings, site, loader, nanoClock);
    this.nextLog = new AtomicLong(nanoClock.getAsLong());
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

  public CacheStatistics statistics() {
    return cache.statistics();
  }

  // ---- what is in memory

  /**
   * The file, or null if it is not in memory. Allocates nothing; {@code path} may be reused later.
   */
  public @Nullable CachedFile find(PathBytes path) {
    return cache.getIfPresent(path);
  }

  /**
   * Whether the file may be sent without a check of the disk.
   *
   * @param now nanoseconds of the clock
   */
  public boolean isFresh(CachedFile file, long now) {
    return file.isFresh(now, revalidateNanos);
  }

  /**
   * Whether the file may be sent after a check of the disk. If not, it is removed from the cache.
   *
   * @param now nanoseconds of the clock before the check
   */
  public boolean confirm(CachedFile file, Found found, long now) {
    boolean confirmed = file.confirm(found, now, revalidateNanos);
    if (!confirmed) {
      cache.remove(file);
    } else if (found instanceof Found.Failure(IOException cause)) {
      failed(cause, now);
    }
    return confirmed;
  }

  /**
   * Counts a failure of the disk and logs it, at most once in {@link #LOG_PERIOD}.
   *
   * @param now nanoseconds of the clock
   */
  public void failed(IOException cause, long now) {
    if (cause instanceof ClosedByInterruptException) {
      return; // this says nothing about the disk
    }
    cache.failed();
    long due = nextLog.get();
    if (now - due >= 0 && nextLog.compareAndSet(due, now + LOG_PERIOD.toNanos())) {
      LOG.warn(
          "the disk has failed for {} requests; the last failure: {}",
          failures(),
          cause.toString());
    }
  }

  /**
   * Counts that a sibling could not be read, if the disk has failed: its file is sent without it.
   *
   * @param now nanoseconds of the clock
   */
  public void siblingFailed(IOException cause, long now) {
    if (!(cause instanceof ZipException) && FileError.status(cause) == null) {
      failed(cause, now);
    }
  }

  private long failures() {
    return cache.statistics().diskFailures();
  }

  /** The variant that the client prefers. Allocates nothing if its Accept-Encoding is known. */
  public Representation choose(CachedFile file, Request request) {
    return file.variants().choose(request, accepted);
  }

  // ---- what has to be read

  /**
   * Reads the file in the variant that the client gets.
   *
   * @param key the canonical form of its path
   * @param now nanoseconds of the clock before the disk was read
   */
  public Representation read(PathBytes key, Found.RegularFile file, Request request, long now)
      throws IOException {
    boolean keeps = settings.allows(file) && cache.admits(key, loader.weight(key, file));
    if (keeps) {
      CachedFile loaded = load(key, file, now);
      if (loaded != null && loaded.matches(file)) {
        return choose(loaded, request);
      }
    }
    Map<ContentCoding, FileSource> sources =
        FileSource.allOf(file, keeps ? loader.varies(file) : !file.siblings().isEmpty());
    ContentCoding coding = accepted.choose(request, sources.keySet());
    Representation read = read(sources, coding, keeps);
    if (coding != ContentCoding.IDENTITY && !accepted.confirms(request, read)) {
      read.discard();
      read = read(sources, ContentCoding.IDENTITY, keeps);
    }
    return read;
  }

  /** Reads the file in this coding for one request. */
  private Representation read(
      Map<ContentCoding, FileSource> sources, ContentCoding coding, boolean keeps)
      throws IOException {
    FileSource source = Objects.requireNonNull(sources.get(coding));
    boolean whole = !keeps && settings.readsWhole(source.fingerprint().size());
    if (whole) {
      Representation read = cache.readOnce(() -> reader.inMemory(source));
      if (read != null) {
        return read;
      }
    }
    if (!keeps && !whole) {
      cache.pass(); // the others were counted by the attempt to load them
    }
    return reader.fromDisk(source);
  }

  private @Nullable CachedFile load(PathBytes key, Found.RegularFile file, long now)
      throws IOException {
    try {
      return cache.get(key, () -> loader.load(key, file, now, e -> siblingFailed(e, now)));
    } catch (OutOfMemoryError e) {
      // There is less memory than --cache-size promises. The file is still served from the disk.
      if (!warned.getAndSet(true)) {
        LOG.warn("not enough memory to cache {}: -Xmx is too small for --cache-size", key);
      }
      return null;
    }
  }
}
