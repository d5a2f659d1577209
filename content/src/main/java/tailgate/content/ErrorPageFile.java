package tailgate.content;

import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import tailgate.content.file.FileReader;
import tailgate.content.file.FileSource;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.FileError;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.content.site.Target;
import tailgate.content.site.TargetPath;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.log.SafeLogger;

/**
 * The page of one error in memory, as it was when the disk was last read.
 *
 * <p>A result is fresh for the revalidation interval, also if there is no page. So many errors read
 * the disk once in an interval. After the interval, each thread reads the disk until the first of
 * them has the new result. They take no lock.
 *
 * <p>Thread-safe.
 */
final class ErrorPageFile {

  /** The most bytes of a page. There is one page for each error, so this limits them all. */
  static final int MAX_SIZE = 64 << 10;

  private static final Logger LOG = SafeLogger.of(ErrorPageFile.class);

  /**
   * What the disk had.
   *
   * @param since nanoseconds of the clock before the disk was read
   * @param file the page that the content is from; null if there is none, or if it may change again
   *     without a new fingerprint
   * @param content null if there is nothing to send
   */
  private record Look(long since, Found.@Nullable RegularFile file, @Nullable Body content) {

    /** Returns this result, dated later, for as long as the disk says nothing else. */
    Look at(long now) {
      return new Look(now, file, content);
    }
  }

  private final Site site;
  private final Target.Place place;
  private final MediaTypes types;
  private final InstantSource clock;
  private final FileReader reader;
  private final long intervalNanos;

  /**
   * The latest result. Volatile: if two reads end in the wrong order, the older result stays, but
   * is fresh only for the interval since its own beginning.
   */
  private volatile @Nullable Look last;

  /** Whether it was logged that the page is too large. Once is enough. */
  private final AtomicBoolean warned = new AtomicBoolean();

  ErrorPageFile(
      Site site,
      String folder,
      String name,
      MediaTypes types,
      InstantSource clock,
      long intervalNanos) {
    this.site = site;
    List<String> segments = List.of(folder, name);
    this.place =
        new Target.Place(segments, false, PathBytes.of(TargetPath.encode(segments, false)));
    this.clock = clock;
    this.types = types;
    this.reader = new FileReader(types, clock, site.threads());
    this.intervalNanos = intervalNanos;
  }

  String mediaType() {
    return types.of(place.segments().getLast());
  }

  /**
   * The page, or null if there is none.
   *
   * @param now nanoseconds of the clock
   */
  @Nullable Body content(long now) {
    Look previous = last;
    if (previous == null || now - previous.since() >= intervalNanos) {
      previous = look(previous, now);
    }
    return previous == null ? null : previous.content();
  }

  private @Nullable Look look(@Nullable Look previous, long now) {
    Look seen;
    try {
      seen =
          switch (site.find(place)) {
            case Found.RegularFile file -> look(previous, file, now);
            case Found.Failure failure -> throw failure.cause();
            default -> new Look(now, null, null);
          };
    } catch (ClosedByInterruptException e) {
      return previous; // this says nothing about the page; the next error reads again
    } catch (IOException e) {
      LOG.debug("cannot read an error page", e);
      boolean failed = FileError.status(e) == null;
      seen = failed && previous != null ? previous.at(now) : new Look(now, null, null);
    }
    last = seen;
    return seen;
  }

  private Look look(@Nullable Look previous, Found.RegularFile file, long now) throws IOException {
    if (previous != null && file.equals(previous.file())) {
      return previous.at(now);
    }
    if (file.fingerprint().size() > MAX_SIZE) {
      if (!warned.getAndSet(true)) {
        LOG.warn("the error page {} is not used: it has more than {} bytes", file.path(), MAX_SIZE);
      }
      return new Look(now, file, null);
    }
    boolean settled = file.fingerprint().isSettledAt(clock.instant());
    Representation page = reader.inMemory(FileSource.of(file, false));
    if (page == null) { // it is being written: the previous content is used until a later read
      return new Look(now, null, previous == null ? null : previous.content());
    }
    return new Look(now, settled ? file : null, page.full().body());
  }
}
