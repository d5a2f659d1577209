package tailgate.content;

import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.Site;
import tailgate.http.Body;
import tailgate.http.ErrorPages;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * The error pages of a site: {@code errors/404.html} below its root is the content of every 404,
 * and so on for each error that the server sends. Status and fields are those of the error. The
 * response has no validators and no ranges of the file, so no cache stores the page for the missing
 * resource.
 *
 * <p>The error keeps its built-in text if there is no page, if {@link Site} would not serve it (a
 * link out of the root, a FIFO), if it cannot be read, or if it is too large.
 *
 * <p>A request for the path of such a page is answered with 200, as for any file.
 *
 * <p>Thread-safe.
 */
public final class SiteErrorPages implements ErrorPages {

  private static final String FOLDER = "errors";

  private final LongSupplier nanoClock;

  /** The file of each error. Never changed. */
  private final Map<Status, ErrorPageFile> files = new EnumMap<>(Status.class);

  /**
   * Creates the pages of {@code site}. Each is read at the first error that needs it.
   *
   * @param revalidate how long a page, or its absence, is fresh before the disk is read again
   * @param clock for dates
   * @param nanoClock for the age of pages, in nanoseconds from any origin
   */
  public SiteErrorPages(
      Site site,
      MediaTypes types,
      Duration revalidate,
      InstantSource clock,
      LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    Site uncoded = site.withoutSiblings();
    for (Status status : Status.values()) {
      if (status.isError()) {
        String name = status.code() + ".html";
        files.put(
            status, new ErrorPageFile(uncoded, FOLDER, name, types, clock, revalidate.toNanos()));
      }
    }
  }

  @Override
  public Response of(Response error) {
    ErrorPageFile file = files.get(error.status());
    if (file == null || error.body() instanceof Body.Transfer) {
      return error; // a handler that streams an error has content of its own
    }
    @Nullable Body page = file.content(nanoClock.getAsLong());
    return page == null ? error : error.withContent(file.mediaType(), page);
  }
}
