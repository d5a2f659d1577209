package tailgate.content.cache;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import tailgate.content.site.Found;
import tailgate.http.PathBytes;
import tailgate.http.Representation;

/**
 * Keeps listings of folders, and has each of them built once, by another thread than those that ask
 * for it. A large folder takes thousands of times as long to list as a file takes to send.
 *
 * <pre>
 *   age since the end of the build:  0          1 s                                   10 s
 *   the folder is unchanged          |-------- the kept listing is sent --------------|-- built
 *   the folder has changed           |-- kept ---|-- built
 * </pre>
 *
 * <p>A change within the first second is not looked at: otherwise a folder that changes all the
 * time would be listed without a pause. Ten seconds are the limit, because a file that grows
 * changes the listing, but not the folder.
 *
 * <p>It keeps at most {@value #MAX_LISTINGS} listings of together {@value #MAX_BYTES} bytes. A
 * larger listing is not kept, but requests that arrive while it is built share it. Thread-safe.
 */
public final class ListingCache {

  static final int MAX_LISTINGS = 128;
  static final int MAX_BYTES = 8 << 20;

  static final Duration UNCHECKED = Duration.ofSeconds(1);
  static final Duration LONGEST = Duration.ofSeconds(10);

  /** Each listing counts as at least so many bytes, which limits their number. */
  private static final int MIN_WEIGHT = MAX_BYTES / MAX_LISTINGS;

  private final LongSupplier nanoClock;
  private final Executor executor;
  private final Cache<Key, Kept> listings;
  private final ConcurrentMap<Key, CompletableFuture<Representation>> builds =
      new ConcurrentHashMap<>();

  /**
   * Names a listing.
   *
   * @param folder the canonical form of its path
   * @param mediaType the form of the listing
   */
  public record Key(PathBytes folder, String mediaType) {}

  /**
   * A listing that was built.
   *
   * @param folder what was found before the build
   * @param settled whether each later change of the folder is sure to change its fingerprint
   * @param nanos when it was built
   */
  private record Kept(
      CompletableFuture<Representation> listing,
      Found.Fingerprint folder,
      boolean settled,
      long nanos) {

    boolean isFresh(Found.Fingerprint found, long now) {
      return now - nanos < UNCHECKED.toNanos() || (settled && folder.equals(found));
    }
  }

  /**
   * Creates an empty cache.
   *
   * @param nanoClock for the age of listings, in nanoseconds from any origin
   * @param executor builds listings; may reject
   */
  public ListingCache(LongSupplier nanoClock, Executor executor) {
    this.nanoClock = nanoClock;
    this.executor = executor;
    this.listings =
        Caffeine.newBuilder()
            .maximumWeight(MAX_BYTES)
            .weigher((Key key, Kept kept) -> weight(kept.listing.resultNow()))
            .expireAfterWrite(LONGEST)
            .ticker(nanoClock::getAsLong)
            .executor(Runnable::run)
            .build();
  }

  private static int weight(Representation listing) {
    long bytes = listing.full().body().length();
    return Math.clamp(bytes, MIN_WEIGHT, Integer.MAX_VALUE);
  }

  /**
   * The listing of a folder: done if it is kept, else when it is built. If it cannot be built, that
   * is not remembered. Never waits.
   *
   * @param folder what the folder is now
   * @param settled whether each change from now on is sure to change that
   * @param builder builds the listing as it is when it is called
   * @throws RejectedExecutionException if too many others are waiting to be built
   */
  public CompletableFuture<Representation> get(
      Key key, Found.Fingerprint folder, boolean settled, Callable<Representation> builder) {
    CompletableFuture<Representation> kept = kept(key, folder);
    if (kept != null) {
      return kept;
    }
    var promise = new CompletableFuture<Representation>();
    var earlier = builds.putIfAbsent(key, promise);
    if (earlier != null) {
      return earlier;
    }
    try {
      executor.execute(() -> build(key, folder, settled, builder, promise));
    } catch (RejectedExecutionException | OutOfMemoryError e) { // no memory for a thread
      var rejected = new RejectedExecutionException("cannot list another folder now", e);
      end(key, promise, rejected);
      throw rejected;
    }
    return promise;
  }

  private @Nullable CompletableFuture<Representation> kept(Key key, Found.Fingerprint folder) {
    Kept kept = listings.getIfPresent(key);
    return kept != null && kept.isFresh(folder, nanoClock.getAsLong()) ? kept.listing : null;
  }

  private void build(
      Key key,
      Found.Fingerprint folder,
      boolean settled,
      Callable<Representation> builder,
      CompletableFuture<Representation> promise) {
    try {
      // Another build may have ended since the caller looked.
      CompletableFuture<Representation> known = kept(key, folder);
      if (known == null) {
        known = CompletableFuture.completedFuture(builder.call());
        listings.put(key, new Kept(known, folder, settled, nanoClock.getAsLong()));
      }
      builds.remove(key, promise);
      promise.complete(known.resultNow());
    } catch (Throwable e) { // any Throwable: no request may wait forever
      end(key, promise, e);
    }
  }

  private void end(Key key, CompletableFuture<Representation> promise, Throwable failure) {
    builds.remove(key, promise);
    promise.completeExceptionally(failure);
  }

  /** The number of listings that are kept. */
  long size() {
    listings.cleanUp();
    return listings.estimatedSize();
  }
}
