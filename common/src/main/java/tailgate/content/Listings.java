package tailgate.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.ListingCache;
import tailgate.content.file.FileTags;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.content.site.SiteWalk;
import tailgate.content.site.Target;
import tailgate.content.site.TargetPath;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.http.Request;
import tailgate.http.Response;
import tailgate.http.Status;

/**
 * Lists the content of a folder: each name that the server would serve, and no other. Each name is
 * checked by {@link TargetPath} and {@link Site}. In addition, unreadable files are not listed.
 *
 * <p>A listing is made from the first names that the file system returns: to check a name takes
 * some microseconds, and a folder may have millions. It is {@linkplain ListingCache remembered} for
 * a second.
 *
 * <p>Thread-safe.
 */
final class Listings {

  /** Maximum number of names that are checked in one folder. */
  private static final int MAX_NAMES = 10_000;

  private static final String MEDIA_TYPE = MediaTypes.of("listing.html");

  private final Site site;
  private final int limit;
  private final ListingCache listings;

  Listings(Site site, LongSupplier nanoClock) {
    this(site, MAX_NAMES, nanoClock);
  }

  /**
   * Listings of folders of {@code site}.
   *
   * @param limit how many names are checked in one folder
   * @param nanoClock for the age of listings, in nanoseconds from any origin
   */
  Listings(Site site, int limit, LongSupplier nanoClock) {
    this.site = site.withoutSiblings(); // they are listed as files of their own
    this.limit = limit;
    this.listings = new ListingCache(nanoClock);
  }

  /** The response to a request for this folder. */
  Response answer(Request request, Target.Place place, Found.Listable folder, InstantSource clock)
      throws IOException {
    try {
      return listings
          .get(place.canonical(), () -> representation(page(place, folder.path()), clock.instant()))
          .answer(request, clock);
    } catch (NoSuchFileException | NotDirectoryException e) {
      return StatusPage.of(Status.NOT_FOUND); // deleted since it was found
    } catch (AccessDeniedException e) {
      return StatusPage.of(Status.FORBIDDEN);
    }
  }

  /**
   * A listing is last modified when it is made. The folder's own time is not usable: it does not
   * change when a file in the folder grows, so a client that caches by it would miss changes.
   */
  private static Representation representation(ListingPage page, Instant now) {
    ByteBuffer bytes = page.bytes();
    return Representation.of(MEDIA_TYPE, new Body.Bytes(bytes))
        .validators(FileTags.ofContent(bytes), now);
  }

  private ListingPage page(Target.Place place, Path folder) throws IOException {
    List<ListingPage.Entry> entries = new ArrayList<>();
    int seen = 0;
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path child : children) {
        if (++seen > limit) {
          return new ListingPage(place.segments(), entries, limit);
        }
        ListingPage.Entry entry = entry(place, child);
        if (entry != null) {
          entries.add(entry);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    return new ListingPage(place.segments(), entries, 0);
  }

  private ListingPage.@Nullable Entry entry(Target.Place folder, Path child) {
    try {
      String target = folder.canonical() + SiteWalk.name(child);
      return place(target) instanceof Target.Place place ? entry(place, target, child) : null;
    } catch (IOException e) {
      return null; // deleted since it was listed
    }
  }

  private ListingPage.@Nullable Entry entry(Target.Place place, String target, Path child)
      throws IOException {
    String name = place.segments().getLast();
    return switch (site.find(place)) {
      case Found.RegularFile file -> Files.isReadable(file.path()) ? entry(name, file) : null;
      case Found.FolderWithoutSlash folder ->
          isAnswered(target + "/") ? new ListingPage.OfFolder(name, modified(child)) : null;
      case Found.Listable folder -> null; // only found with a slash
      case Found.Nothing nothing -> null;
    };
  }

  private static ListingPage.Entry entry(String name, Found.RegularFile file) {
    Found.Fingerprint known = file.fingerprint();
    return new ListingPage.OfFile(name, known.size(), known.modified().toInstant());
  }

  private boolean isAnswered(String target) {
    return place(target) instanceof Target.Place place
        && switch (site.find(place)) {
          case Found.RegularFile index -> Files.isReadable(index.path());
          case Found.Listable open -> Files.isReadable(open.path());
          case Found.FolderWithoutSlash folder -> false;
          case Found.Nothing nothing -> false;
        };
  }

  private static Target place(String target) {
    return TargetPath.decode(PathBytes.of(target));
  }

  private static Instant modified(Path child) throws IOException {
    return Files.getLastModifiedTime(child).toInstant();
  }
}
