package tailgate.content;

import java.io.IOException;
import java.time.InstantSource;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.CacheSettings;
import tailgate.content.cache.CacheStatistics;
import tailgate.content.cache.CachedFile;
import tailgate.content.cache.FileStore;
import tailgate.content.file.Compression;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.content.site.Target;
import tailgate.content.site.TargetPath;
import tailgate.http.DeferredResponse;
import tailgate.http.Handler;
import tailgate.http.Representation;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Serves the files of a site.
 *
 * <p>On the hot path, the file is in memory under exactly the bytes of the request's path. That
 * takes one look-up and allocates nothing. All other requests go through {@link TargetPath} and
 * {@link Site}.
 */
public final class FileHandler implements Handler {

  private static final String ALLOW = "GET, HEAD, OPTIONS";

  /** The answer to OPTIONS for a file and for the whole server ({@code *}); RFC 9110 §9.3.7. */
  private static final Response OPTIONS =
      Response.status(Status.NO_CONTENT).field("Allow", ALLOW).empty();

  private static final Response NOT_ALLOWED =
      Response.status(Status.METHOD_NOT_ALLOWED)
          .field("Allow", ALLOW)
          .text("405 Method Not Allowed\n");

  private final Site site;
  private final FileStore files;
  private final Listings listings;
  private final InstantSource clock;
  private final LongSupplier nanoClock;

  /** Serves a site as the other constructor does, with {@link MediaTypes#STANDARD}. */
  public FileHandler(
      Site site,
      CacheSettings settings,
      Compression compression,
      InstantSource clock,
      LongSupplier nanoClock) {
    this(site, settings, compression, MediaTypes.STANDARD, clock, nanoClock);
  }

  /**
   * Serves {@code site}. If the site is to be pinned, reads it into memory.
   *
   * @param clock for dates
   * @param nanoClock for the age of cached files, in nanoseconds from any origin
   * @throws IllegalArgumentException if the site is to be pinned and does not fit
   */
  public FileHandler(
      Site site,
      CacheSettings settings,
      Compression compression,
      MediaTypes types,
      InstantSource clock,
      LongSupplier nanoClock) {
    this.site = compression.usesSiblings() ? site : site.withoutSiblings();
    this.files = new FileStore(this.site, settings, compression, types, clock, nanoClock);
    this.listings = new Listings(this.site, clock, nanoClock);
    this.clock = clock;
    this.nanoClock = nanoClock;
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

  /**
   * At most it reads a file that fits into the cache from the disk, and compresses it. The response
   * to a request for a listing that has to be made is deferred.
   */
  @Override
  public boolean isPrompt() {
    return true;
  }

  @Override
  public boolean readsBody() {
    return false;
  }

  public CacheStatistics cacheStatistics() {
    return files.statistics();
  }

  private Response get(Request request) throws IOException {
    CachedFile cached = files.find(request.path());
    long now = nanoClock.getAsLong();
    if (cached != null && files.isFresh(cached, now)) {
      return answer(request, files.choose(cached, request));
    }
    return switch (TargetPath.decode(request.path())) {
      case Target.Refused refused -> StatusPage.of(refused.status());
      case Target.Place place -> {
        try {
          yield serve(place, request, cached, now);
        } catch (IOException e) {
          files.failed(e, now);
          throw e;
        }
      }
    };
  }

  /** The slow path: reads the disk once, and uses the cached file only if it is unchanged. */
  private Response serve(Target.Place place, Request request, @Nullable CachedFile known, long now)
      throws IOException {
    Found found = site.find(place);
    CachedFile cached = known != null ? known : files.find(place.canonical());
    if (cached != null && files.confirm(cached, found, now)) {
      return answer(request, files.choose(cached, request));
    }
    return switch (found) {
      case Found.RegularFile file -> content(place, file, request, now);
      case Found.FolderWithoutSlash folder -> redirectToSlash(place, request);
      case Found.Listable folder -> counted(listings.answer(request, place, folder));
      case Found.Nothing nothing -> StatusPage.of(nothing.status());
      case Found.Failure failure -> throw failure.cause();
    };
  }

  private Response content(Target.Place place, Found.RegularFile file, Request request, long now)
      throws IOException {
    try {
      return answer(request, files.read(place.canonical(), file, request, now));
    } catch (IOException e) {
      if (!file.siblings().isEmpty()) { // possibly only a sibling is affected
        files.siblingFailed(e, now);
        return content(place, file.with(List.of()), request, now);
      }
      return StatusPage.of(e);
    }
  }

  /** The failure of a listing that is deferred comes when its work is done. */
  private Response counted(Response listing) {
    return listing instanceof DeferredResponse deferred
        ? deferred.with(next -> request -> counted(next, request))
        : listing;
  }

  private Response counted(Handler next, Request request) throws Exception {
    try {
      return next.handle(request);
    } catch (IOException e) {
      files.failed(e, nanoClock.getAsLong());
      throw e;
    }
  }

  private Response answer(Request request, Representation representation) throws IOException {
    return request.selects() ? representation.answer(request, clock) : representation.full();
  }

  /**
   * Relative to the request's path (RFC 9110 §10.2.2), so it holds behind a proxy that has removed
   * a prefix. The dot at its beginning keeps it from being read as a host or a scheme.
   */
  private static Response redirectToSlash(Target.Place place, Request request) {
    String name = place.segments().getLast();
    String location = "." + TargetPath.encode(List.of(name), true) + request.query();
    return Response.status(Status.MOVED_PERMANENTLY)
        .field("Location", location)
        .text("301 Moved Permanently\n");
  }
}
