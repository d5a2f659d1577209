package tailgate.content;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.cache.ListingCache;
import tailgate.content.file.FileReader;
import tailgate.content.file.FileTags;
import tailgate.content.site.FileError;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.content.site.SiteWalk;
import tailgate.content.site.Target;
import tailgate.content.site.TargetPath;
import tailgate.http.Accept;
import tailgate.http.Body;
import tailgate.http.DeferredResponse;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.http.Request;
import tailgate.http.Response;

/**
 * Lists the content of a folder: each name that the server would serve, and no other. Each name is
 * checked by {@link TargetPath} and {@link Site}. In addition, unreadable files are not listed.
 *
 * <p>To check a name takes some microseconds, and a folder may have millions. So only the first
 * names in alphabetical order are checked, and the listing says if there are more. It is made on
 * threads of its own, in HTML or, if the client prefers that, in JSON, and {@linkplain ListingCache
 * kept} while the folder does not change.
 *
 * <p>A listing has no time of its own: the folder's does not change when a file in it grows, and
 * other servers with the same files would make it at other times. Its tag says whether it changed.
 *
 * <p>Thread-safe.
 */
final class Listings {

  /** Maximum number of names that are checked in one folder. */
  private static final int MAX_NAMES = 10_000;

  private static final String HTML = "text/html";
  private static final String JSON = "application/json";

  /** More than one, so that a small folder need not wait for a large one. */
  private static final int THREADS = 2;

  private static final int MAX_WAITING = 128;

  private static final Duration THREAD_KEPT = Duration.ofSeconds(1);

  private final Site site;
  private final int limit;
  private final InstantSource clock;
  private final ListingCache listings;

  Listings(Site site, InstantSource clock, LongSupplier nanoClock) {
    this(site, MAX_NAMES, clock, nanoClock, executor());
  }

  /**
   * Listings of folders of {@code site}.
   *
   * @param limit how many names are checked in one folder
   * @param clock for dates
   * @param nanoClock for the age of listings, in nanoseconds from any origin
   * @param executor makes the listings
   */
  Listings(Site site, int limit, InstantSource clock, LongSupplier nanoClock, Executor executor) {
    this.site = site.withoutSiblings(); // they are listed as files of their own
    this.limit = limit;
    this.clock = clock;
    this.listings = new ListingCache(nanoClock, executor);
  }

  /** Makes threads that end when there is nothing to list, so nobody has to end them. */
  private static Executor executor() {
    var executor =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            THREAD_KEPT.toMillis(),
            TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(MAX_WAITING),
            Thread.ofPlatform().daemon().name("tailgate-lister-", 1).factory());
    executor.allowCoreThreadTimeOut(true);
    return executor;
  }

  /**
   * The response to a request for this folder; deferred if the listing has to be made.
   *
   * @throws RejectedExecutionException if too many others have to be made before it
   */
  Response answer(Request request, Target.Place place, Found.Listable folder) throws IOException {
    String mediaType = Accept.prefers(request, JSON, HTML) ? JSON : HTML;
    CompletableFuture<Representation> listing =
        listings.get(
            new ListingCache.Key(place.canonical(), mediaType),
            folder.fingerprint(),
            folder.fingerprint().isSettledAt(clock.instant()),
            () -> representation(page(place, folder.path()), mediaType));
    return listing.isDone()
        ? answer(request, listing)
        : new DeferredResponse(listing, again -> answer(again, listing));
  }

  private Response answer(Request request, CompletableFuture<Representation> listing)
      throws IOException {
    if (listing.state() == Future.State.SUCCESS) {
      return listing.resultNow().answer(request, clock);
    }
    return switch (listing.exceptionNow()) {
      case IOException failure -> StatusPage.of(failure);
      case RuntimeException failure -> throw failure;
      case Throwable failure -> throw new IllegalStateException("cannot list", failure);
    };
  }

  private static Representation representation(ListingPage page, String mediaType) {
    boolean json = mediaType.equals(JSON);
    ByteBuffer bytes = FileReader.placed(json ? page.json() : page.html());
    var representation =
        Representation.of(json ? JSON : HTML + "; charset=utf-8", new Body.Bytes(bytes))
            .variesByMediaType();
    if (page.isCut()) {
      representation.field("X-Total-Count", String.valueOf(page.total()));
    }
    return representation.validators(FileTags.ofContent(bytes), null);
  }

  private ListingPage page(Target.Place place, Path folder) throws IOException {
    Queue<Child> first = new PriorityQueue<>(Child.LAST_FIRST);
    int total = 0;
    try (DirectoryStream<Path> children = Files.newDirectoryStream(folder)) {
      for (Path path : children) {
        var child = new Child(String.valueOf(path.getFileName()), path);
        if (!child.name.startsWith(".")) { // else it is never served
          total++;
          addIfFirst(child, first);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    List<ListingPage.Entry> entries = new ArrayList<>();
    for (Child child : first) {
      ListingPage.Entry entry = entry(place, child.path);
      if (entry != null) {
        entries.add(entry);
      }
    }
    return new ListingPage(place.segments(), entries, first.size(), total);
  }

  private record Child(String name, Path path) {
    static final Comparator<Child> LAST_FIRST =
        Comparator.comparing(Child::name, ListingPage.BY_NAME).reversed();
  }

  private void addIfFirst(Child child, Queue<Child> first) {
    if (first.size() < limit) {
      first.add(child);
    } else if (Child.LAST_FIRST.compare(first.element(), child) < 0) {
      first.remove();
      first.add(child);
    }
  }

  private ListingPage.@Nullable Entry entry(Target.Place folder, Path child) throws IOException {
    try {
      String target = folder.canonical() + SiteWalk.name(child);
      return place(target) instanceof Target.Place place ? entry(place, target, child) : null;
    } catch (IOException e) {
      if (FileError.status(e) == null) {
        throw e;
      }
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
      case Found.Failure failure -> throw failure.cause();
    };
  }

  private static ListingPage.Entry entry(String name, Found.RegularFile file) {
    Found.Fingerprint known = file.fingerprint();
    return new ListingPage.OfFile(name, known.size(), known.modified().toInstant());
  }

  private boolean isAnswered(String target) throws IOException {
    return place(target) instanceof Target.Place place
        && switch (site.find(place)) {
          case Found.RegularFile index -> Files.isReadable(index.path());
          case Found.Listable open -> Files.isReadable(open.path());
          case Found.FolderWithoutSlash folder -> false;
          case Found.Nothing nothing -> false;
          case Found.Failure failure -> throw failure.cause();
        };
  }

  private static Target place(String target) {
    return TargetPath.decode(PathBytes.of(target));
  }

  private static Instant modified(Path child) throws IOException {
    return Files.getLastModifiedTime(child).toInstant();
  }
}
