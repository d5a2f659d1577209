package tailgate.content;

import java.time.Duration;
import java.time.InstantSource;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.site.Site;
import tailgate.http.Body;
import tailgate.http.ErrorPages;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * The error pages that a site brings along: {@code errors/404.html} below its root is what every
 * 404 says, and so on for each error that the server sends. It is the content only. Status and
 * fields stay the error's own, and nothing is said that belongs to a file: no validators, no
 * ranges. So no cache ever takes the page for the resource that is missing.
 *
 * <p>Where there is none, or none that {@link Site} would serve (a link that leads out, a FIFO), or
 * none that can be read, or one that is too large, the error keeps its own few words.
 *
 * <p>Asked for by its own path, such a page is a file like any other, with 200.
 *
 * <p>Thread-safe.
 */
public final class SiteErrorPages implements ErrorPages {

  private static final String FOLDER = "errors";

  private final LongSupplier nanoClock;

  /** One for each error. Never changed. */
  private final Map<Status, ErrorPageFile> files = new EnumMap<>(Status.class);

  /**
   * The pages of {@code site}; none is read before the first error that needs it.
   *
   * @param revalidate how long a page, or that there is none, is believed before the disk is asked
   *     again
   * @param clock for dates
   * @param nanoClock for the age of what is known, in nanoseconds from anywhere
   */
  public SiteErrorPages(
      Site site, Duration revalidate, InstantSource clock, LongSupplier nanoClock) {
    this.nanoClock = nanoClock;
    Site uncoded = site.withoutSiblings();
    for (Status status : Status.values()) {
      if (status.isError()) {
        String name = status.code() + ".html";
        files.put(status, new ErrorPageFile(uncoded, FOLDER, name, clock, revalidate.toNanos()));
      }
    }
  }

  @Override
  public Response of(Response error) {
    ErrorPageFile file = files.get(error.status());
    if (file == null || error.body() instanceof Body.Transfer) {
      return error; // a handler that streams an error has more to say than a page
    }
    @Nullable Body page = file.content(nanoClock.getAsLong());
    return page == null ? error : error.withContent(file.mediaType(), page);
  }
}
