package tailgate.content.cache;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.server.FakeClock;

@Timeout(30)
class ListingCacheTest {

  private static final PathBytes A = PathBytes.of("/a/");
  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final Duration ALMOST = Duration.ofMillis(999);

  private final FakeClock clock = new FakeClock();
  private final ListingCache listings = new ListingCache(clock);
  private final Waiters waiters = new Waiters();

  /** How often a listing was built. */
  private final AtomicInteger built = new AtomicInteger();

  @AfterEach
  void letGo() {
    waiters.close();
  }

  @Test
  void buildsAListingOnceInASecond() throws IOException {
    Representation first = listings.get(A, () -> build(10));
    clock.pass(ALMOST);
    assertThat(listings.get(A, () -> build(10))).isSameAs(first);
    clock.pass(SECOND.minus(ALMOST));
    assertThat(listings.get(A, () -> build(10))).isNotSameAs(first);
    assertThat(built).hasValue(2);
  }

  /** A folder that takes longer to list than a second would else be listed all the time. */
  @Test
  void countsTheSecondFromTheEndOfTheBuild() throws IOException {
    Representation first =
        listings.get(
            A,
            () -> {
              clock.pass(SECOND.multipliedBy(5));
              return build(10);
            });
    clock.pass(ALMOST);
    assertThat(listings.get(A, () -> build(10))).isSameAs(first);
  }

  @Test
  void buildsOnceForAllWhoWait() throws Exception {
    List<Future<Representation>> answers = waiters.start(8, () -> listings.get(A, this::slowly));
    waiters.awaitAllWaiting();
    waiters.wakeTheDisk();

    Representation first = answers.getFirst().get(10, SECONDS);
    for (Future<Representation> answer : answers) {
      assertThat(answer.get(10, SECONDS)).isSameAs(first);
    }
    assertThat(built).hasValue(1);
  }

  private Representation slowly() {
    waiters.waitForTheDisk();
    return build(10);
  }

  @Test
  void keepsTheListingsOfDifferentFoldersApart() throws IOException {
    Representation a = listings.get(A, () -> build(10));
    assertThat(listings.get(PathBytes.of("/b/"), () -> build(10))).isNotSameAs(a);
  }

  @Test
  void doesNotRememberAFailure() throws IOException {
    assertThatThrownBy(
            () ->
                listings.get(
                    A,
                    () -> {
                      throw new NoSuchFileException("a");
                    }))
        .isInstanceOf(NoSuchFileException.class);
    assertThat(listings.get(A, () -> build(10))).isNotNull();
  }

  @Test
  void remembersOnlySoManyHoweverSmallTheyAre() throws IOException {
    for (int i = 0; i < 10 * ListingCache.MAX_LISTINGS; i++) {
      listings.get(PathBytes.of("/" + i + "/"), () -> build(1));
    }
    assertThat(listings.size()).isPositive().isLessThanOrEqualTo(ListingCache.MAX_LISTINGS);
  }

  @Test
  void remembersOnlySoManyBytes() throws IOException {
    int tenth = ListingCache.MAX_BYTES / 10;
    for (int i = 0; i < 20; i++) {
      listings.get(PathBytes.of("/" + i + "/"), () -> build(tenth));
    }
    assertThat(listings.size()).isPositive().isLessThanOrEqualTo(10);
  }

  @Test
  void answersWithAListingThatIsTooLargeToRemember() throws IOException {
    assertThat(listings.get(A, () -> build(ListingCache.MAX_BYTES + 1)).full().body().length())
        .isEqualTo(ListingCache.MAX_BYTES + 1);
    assertThat(listings.size()).isZero();
  }

  private Representation build(int bytes) {
    built.incrementAndGet();
    return Representation.of("text/html", new Body.Bytes(ByteBuffer.allocate(bytes)))
        .validators(null, Instant.EPOCH);
  }
}
