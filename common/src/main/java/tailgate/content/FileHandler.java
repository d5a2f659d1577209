package tailgate.content;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tailgate.http.AcceptEncodingMemo;
import tailgate.http.ContentCoding;
import tailgate.http.Handler;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Serves the files of a site.
 *
 * <p>The hot path is a file that is in memory under the very bytes of the request's path: one
 * look-up, nothing made. Everything else takes the long way through {@link TargetPath} and {@link
 * Site}.
 */
public final class FileHandler implements Handler {

  private static final Logger LOG = LoggerFactory.getLogger(FileHandler.class);

  private static final String ALLOW = "GET, HEAD, OPTIONS";

  /** The same for a file and for the whole server ({@code *}); RFC 9110 §9.3.7. */
  private static final Response OPTIONS =
      Response.status(Status.NO_CONTENT).field("Allow", ALLOW).empty();

  private static final Response NOT_ALLOWED =
      Response.status(Status.METHOD_NOT_ALLOWED)
          .field("Allow", ALLOW)
          .text("405 Method Not Allowed\n");

  private final Site site;
  private final CacheSettings settings;
  private final FileCache cache;
  private final FileReader reader;
  private final FileLoader loader;
  private final AcceptEncodingMemo accepted = new AcceptEncodingMemo();
  private final Listings listings;

  /** Whether it was said that there is no memory for the cache: once is enough. */
  private final AtomicBoolean warned = new AtomicBoolean();

  private final InstantSource clock;
  private final LongSupplier nanoClock;
  private final long revalidateNanos;

  /**
   * Serves {@code site}. If it is to be pinned, reads it into memory.
   *
   * @param clock for dates
   * @param nanoClock for the age of cached files, in nanoseconds from anywhere
   * @throws IllegalArgumentException if the site is to be pinned and does not fit
   */
  public FileHandler(
      Site site,
      CacheSettings settings,
      Compression compression,
      InstantSource clock,
      LongSupplier nanoClock) {
    this.site = compression.usesSiblings() ? site : site.withoutSiblings();
    this.settings = settings;
    this.clock = clock;
    this.reader = new FileReader(clock);
    this.loader = new FileLoader(reader, compression, clock);
    this.listings = new Listings(this.site);
    this.nanoClock = nanoClock;
    this.revalidateNanos = settings.revalidate().toNanos();
    this.cache = settings.cache(this.site, loader, nanoClock);
  }

  @Override
  public Response handle(Request request) throws IOException {
    return switch (request.method()) {
      case GET, HEAD -> get(request);
      case OPTIONS -> OPTIONS;
      case EXTENSION -> StatusPage.of(Status.NOT_IMPLEMENTED);
      case POST, PUT, DELETE, PATCH, CONNECT, TRACE -> NOT_ALLOWED;
    };
  }

  /** What the cache has done so far. */
  public CacheStatistics cacheStatistics() {
    return cache.statistics();
  }

  private Response get(Request request) throws IOException {
    CachedFile cached = cache.getIfPresent(request.path());
    long now = nanoClock.getAsLong();
    if (cached != null && cached.isFresh(now, revalidateNanos)) {
      return answer(request, cached.forms().choose(request, accepted));
    }
    return switch (TargetPath.decode(request.path())) {
      case Target.Refused refused -> StatusPage.of(refused.status());
      case Target.Place place -> serve(place, request, cached, now);
    };
  }

  /** The long way: asks the disk, once, and believes memory only where it agrees. */
  private Response serve(Target.Place place, Request request, @Nullable CachedFile known, long now)
      throws IOException {
    Found found = site.find(place);
    CachedFile cached = known != null ? known : cache.getIfPresent(place.canonical());
    if (cached != null) {
      if (cached.confirm(found, now, revalidateNanos)) {
        return answer(request, cached.forms().choose(request, accepted));
      }
      cache.remove(cached);
    }
    return switch (found) {
      case Found.RegularFile file -> content(place, file, request, now);
      case Found.FolderWithoutSlash folder -> redirectToSlash(place, request);
      case Found.Listable folder -> listings.answer(request, place, folder, clock.instant());
      case Found.Nothing nothing -> StatusPage.of(nothing.status());
    };
  }

  private Response content(Target.Place place, Found.RegularFile file, Request request, long now)
      throws IOException {
    try {
      return answer(request, representation(place, file, request, now));
    } catch (NoSuchFileException | AccessDeniedException e) {
      if (!file.siblings().isEmpty()) { // perhaps only one of them
        return content(place, file.withoutSiblings(), request, now);
      }
      boolean gone = e instanceof NoSuchFileException; // since it was found
      return StatusPage.of(gone ? Status.NOT_FOUND : Status.FORBIDDEN);
    }
  }

  private Representation representation(
      Target.Place place, Found.RegularFile file, Request request, long now) throws IOException {
    PathBytes key = place.canonical();
    boolean keeps = settings.allows(file) && cache.mayKeep(key, loader.weight(key, file));
    if (keeps) {
      CachedFile loaded = load(key, file, now);
      if (loaded != null && loaded.isOf(file)) {
        return loaded.forms().choose(request, accepted);
      }
    }
    Source source = choose(file, keeps, request);
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
  private Source choose(Found.RegularFile file, boolean keeps, Request request) {
    boolean varies = keeps ? loader.varies(file) : !file.siblings().isEmpty();
    Map<ContentCoding, Source> sources = Source.allOf(file, varies);
    ContentCoding coding = accepted.of(request).choose(sources.keySet());
    return Objects.requireNonNull(sources.get(coding));
  }

  private Response answer(Request request, Representation representation) throws IOException {
    return request.selects()
        ? representation.answer(request, clock.instant())
        : representation.full();
  }

  private static Response redirectToSlash(Target.Place place, Request request) {
    String location = TargetPath.encode(place.segments(), true) + request.query();
    return Response.status(Status.MOVED_PERMANENTLY)
        .field("Location", location)
        .text("301 Moved Permanently\n");
  }
}
