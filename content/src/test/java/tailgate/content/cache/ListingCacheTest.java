package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.Test;
import tailgate.content.site.Found;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.server.FakeClock;

class ListingCacheTest {

  private static final ListingCache.Key A = key("/a/");
  private static final Duration ALMOST = ListingCache.UNCHECKED.minusMillis(1);
  private static final Found.Fingerprint BEFORE = folder(1);
  private static final Found.Fingerprint AFTER = folder(2);

  private final FakeClock clock = new FakeClock();

  /** Builds at once. */
  private final ListingCache listings = new ListingCache(clock, Runnable::run);

  /** What is to be built. */
  private final Queue<Runnable> waiting = new ArrayDeque<>();

  /** Builds what is taken from the queue. */
  private final ListingCache later = new ListingCache(clock, waiting::add);

  /** How often a listing was built. */
  private int built;

  @Test
  void aListingIsKeptWhileItsFolderDoesNotChange() {
    Representation first = settled(A, BEFORE);
    clock.pass(ListingCache.LONGEST.minusMillis(1));
    assertThat(settled(A, BEFORE)).isSameAs(first);
    assertThat(settled(A, AFTER)).isNotSameAs(first);
    assertThat(built).isEqualTo(2);
  }

  /** A file that grows changes the listing, but not the folder. */
  @Test
  void aListingIsBuiltAgainAfterATimeThoughItsFolderIsTheSame() {
    Representation first = settled(A, BEFORE);
    clock.pass(ListingCache.LONGEST);
    assertThat(settled(A, BEFORE)).isNotSameAs(first);
  }

  @Test
  void aFolderThatChangesAllTheTimeIsListedOnceInASecond() {
    Representation first = settled(A, BEFORE);
    clock.pass(ALMOST);
    assertThat(settled(A, AFTER)).isSameAs(first);
    clock.pass(ListingCache.UNCHECKED.minus(ALMOST));
    assertThat(settled(A, AFTER)).isNotSameAs(first);
  }

  /** It may change again within the same tick of the disk's clock. */
  @Test
  void aFolderThatHasJustChangedIsListedOnceInASecond() {
    Representation first = now(listings.get(A, BEFORE, false, build(10)));
    clock.pass(ALMOST);
    assertThat(settled(A, BEFORE)).isSameAs(first);
    clock.pass(ListingCache.UNCHECKED.minus(ALMOST));
    assertThat(settled(A, BEFORE)).isNotSameAs(first);
  }

  /** A folder that takes longer to list than a second would else be listed all the time. */
  @Test
  void theSecondCountsFromTheEndOfTheBuild() {
    Callable<Representation> slow =
        () -> {
          clock.pass(Duration.ofSeconds(5));
          return build(10).call();
        };
    Representation first = now(listings.get(A, BEFORE, true, slow));
    clock.pass(ALMOST);
    assertThat(settled(A, AFTER)).isSameAs(first);
  }

  @Test
  void allWhoAskWhileItIsBuiltShareAListing() {
    CompletableFuture<Representation> first = later.get(A, BEFORE, true, build(10));
    CompletableFuture<Representation> second = later.get(A, AFTER, true, build(10));

    assertThat(first).isNotDone().isSameAs(second);
    assertThat(waiting).hasSize(1);
    waiting.remove().run();
    assertThat(first).isCompleted();
    assertThat(now(later.get(A, BEFORE, true, build(10)))).isSameAs(now(first));
    assertThat(built).isEqualTo(1);
  }

  @Test
  void listingsOfDifferentFoldersAndFormsAreKeptApart() {
    Representation a = settled(A, BEFORE);
    assertThat(settled(key("/b/"), BEFORE)).isNotSameAs(a);
    assertThat(settled(new ListingCache.Key(A.folder(), "application/json"), BEFORE))
        .isNotSameAs(a);
  }

  @Test
  void aFailureIsNotRemembered() {
    Callable<Representation> failing =
        () -> {
          throw new NoSuchFileException("a");
        };
    assertThat(listings.get(A, BEFORE, true, failing).exceptionNow())
        .isInstanceOf(NoSuchFileException.class);
    assertThat(settled(A, BEFORE)).isNotNull();
  }

  @Test
  void aRejectedBuildIsTriedAgain() {
    Queue<RuntimeException> rejections =
        new ArrayDeque<>(List.of(new RejectedExecutionException("full")));
    var rejecting =
        new ListingCache(
            clock,
            task -> {
              if (!rejections.isEmpty()) {
                throw rejections.remove();
              }
              task.run();
            });
    assertThatThrownBy(() -> rejecting.get(A, BEFORE, true, build(10)))
        .isInstanceOf(RejectedExecutionException.class);
    assertThat(rejecting.get(A, BEFORE, true, build(10))).isCompleted();
  }

  @Test
  void noMoreThanSoManyAreKeptHoweverSmallTheyAre() {
    for (int i = 0; i < 10 * ListingCache.MAX_LISTINGS; i++) {
      settled(key("/" + i + "/"), BEFORE);
    }
    assertThat(listings.size()).isPositive().isLessThanOrEqualTo(ListingCache.MAX_LISTINGS);
  }

  @Test
  void noMoreThanSoManyBytesAreKept() {
    int tenth = ListingCache.MAX_BYTES / 10;
    for (int i = 0; i < 20; i++) {
      var unused = listings.get(key("/" + i + "/"), BEFORE, true, build(tenth));
    }
    assertThat(listings.size()).isPositive().isLessThanOrEqualTo(10);
  }

  @Test
  void aListingThatIsTooLargeToBeKeptIsSent() {
    int size = ListingCache.MAX_BYTES + 1;
    Representation listing = now(listings.get(A, BEFORE, true, build(size)));
    assertThat(listing.full().body().length()).isEqualTo(size);
    assertThat(listings.size()).isZero();
  }

  private Representation settled(ListingCache.Key key, Found.Fingerprint folder) {
    return now(listings.get(key, folder, true, build(10)));
  }

  private static Representation now(CompletableFuture<Representation> listing) {
    return listing.resultNow();
  }

  private Callable<Representation> build(int bytes) {
    return () -> {
      built++;
      return Representation.of("text/html", new Body.Bytes(ByteBuffer.allocate(bytes)))
          .validators(null, null);
    };
  }

  private static ListingCache.Key key(String folder) {
    return new ListingCache.Key(PathBytes.of(folder), "text/html");
  }

  private static Found.Fingerprint folder(long seconds) {
    FileTime time = FileTime.from(Instant.ofEpochSecond(seconds));
    return new Found.Fingerprint(4096, time, time, "inode");
  }
}
