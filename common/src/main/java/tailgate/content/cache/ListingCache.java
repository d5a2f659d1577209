package tailgate.content.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;
import tailgate.http.Representation;

/**
 * Remembers listings of folders for a second, and lets only one thread build each of them. A large
 * folder takes thousands of times as long to list as a file takes to send.
 *
 * <p>The second counts from the end of the build. Otherwise a folder that takes longer than that to
 * list would be listed without a pause.
 *
 * <p>It keeps at most {@value #MAX_LISTINGS} listings of together {@value #MAX_BYTES} bytes. A
 * larger listing is not kept, but threads that request it at the same time share it. Thread-safe.
 */
public final class ListingCache {

  static final int MAX_LISTINGS = 128;
  static final int MAX_BYTES = 8 << 20;

  private static final Duration FRESH = Duration.ofSeconds(1);

  /** Each listing counts as at least so many bytes, which limits their number. */
  private static final int MIN_WEIGHT = MAX_BYTES / MAX_LISTINGS;

  private final Cache<PathBytes, Representation> listings;
  private final SingleFlight<Representation> builds = new SingleFlight<>();

  /** Builds a listing. */
  @FunctionalInterface
  public interface Builder {

    /** The listing as it is now. */
    Representation build() throws IOException;
  }

  /**
   * An empty cache.
   *
   * @param nanoClock for the age of listings, in nanoseconds from any origin
   */
  public ListingCache(LongSupplier nanoClock) {
    listings =
        Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((PathBytes folder, Representation listing) -> weight(listing))
            .expireAfterWrite(FRESH)
            .ticker(nanoClock::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  private static int weight(Representation listing) {
    long bytes = listing.full().body().length();
    return Math.clamp(bytes, MIN_WEIGHT, Integer.MAX_VALUE);
  }

  /**
   * The listing of a folder, at most a second old. If it is being built by another thread, waits
   * for that.
   *
   * @param folder the canonical form of its path
   * @throws IOException if it cannot be built; this is not remembered
   */
  public Representation get(PathBytes folder, Builder builder) throws IOException {
    @Nullable Representation listing = listings.getIfPresent(folder);
    return listing != null
        ? listing
        : Objects.requireNonNull(builds.load(folder, () -> build(folder, builder)));
  }

  private Representation build(PathBytes folder, Builder builder) throws IOException {
    // Another build may have finished since the caller looked.
    @Nullable Representation known = listings.getIfPresent(folder);
    if (known != null) {
      return known;
    }
    Representation listing = builder.build();
    listings.put(folder, listing);
    return listing;
  }

  /** The number of listings that are kept. */
  long size() {
    listings.cleanUp();
    return listings.estimatedSize();
  }
}
