package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import tailgate.content.site.Found;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;

/** What can be said of every cache, also of one that keeps nothing. */
abstract class FileCacheContract {

  static final int CAPACITY = 100_000;
  static final PathBytes A = PathBytes.of("/a");

  /** Paths at which a cache must be able to keep files. */
  static final PathBytes[] PATHS =
      IntStream.range(0, 100).mapToObj(i -> PathBytes.of("/" + i)).toArray(PathBytes[]::new);

  final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 10); // it may overflow at any time
  FileCache cache;

  /** A cache of {@link #CAPACITY} for {@link #A}, {@link #PATHS}, {@code /Aa} and {@code /BB}. */
  abstract FileCache cache(LongSupplier nanoClock);

  @BeforeEach
  void makeCache() {
    cache = cache(nanos::getAndIncrement);
  }

  @Test
  void answersWhatWasLoaded() throws Exception {
    CachedFile file = file(A, 1);

    assertThat(cache.getIfPresent(A)).isNull();
    assertThat(cache.get(A, () -> file)).isSameAs(file);
  }

  @Test
  void keepsNothingIfThereIsNothing() throws Exception {
    assertThat(cache.get(A, () -> null)).isNull();

    assertThat(cache.getIfPresent(A)).isNull();
    assertThat(cache.statistics().entries()).isZero();
  }

  @Test
  void passesOnAsItIsWhyAFileCannotBeRead() {
    for (Throwable reason :
        new Throwable[] {
          new NoSuchFileException("a"), new IllegalStateException("a"), new OutOfMemoryError("no")
        }) {
      assertThatThrownBy(() -> cache.get(A, () -> fail(reason))).isSameAs(reason);
      assertThat(cache.getIfPresent(A)).isNull();
    }
  }

  @Test
  void forgetsNothingThatItDoesNotKeep() {
    cache.remove(file(A, 1));

    assertThat(cache.statistics().removals()).isZero();
    assertThat(cache.statistics().bytes()).isZero();
  }

  @Test
  void mayNotKeepWhatIsLargerThanAll() throws Exception {
    CachedFile file = file(A, CAPACITY);

    assertThat(cache.admits(A, file.weight())).isFalse();
    assertThat(cache.get(A, () -> file)).isSameAs(file);
    assertThat(cache.getIfPresent(A)).isNull();
    assertThat(cache.statistics().kept()).isZero();
  }

  @Test
  void countsEveryLoadWhateverComesOfIt() throws Exception {
    cache.get(A, () -> null);
    assertThatThrownBy(() -> cache.get(A, () -> fail(new NoSuchFileException("a"))));
    cache.get(A, () -> file(A, 1));

    CacheStatistics counts = cache.statistics();
    assertThat(counts.misses()).isEqualTo(3);
    assertThat(counts.loads()).isEqualTo(3);
    assertThat(counts.failedLoads()).isEqualTo(2);
  }

  @Test
  void addsUpHowLongLoadsTake() throws Exception {
    cache = cache(nanos::get);
    assertThatThrownBy(
        () -> cache.get(A, () -> takes(Duration.ofMillis(7), new NoSuchFileException("a"))));
    cache.get(A, () -> takes(Duration.ofMillis(5), null));

    assertThat(cache.statistics().loadNanos()).isEqualTo(12_000_000);
  }

  @Test
  void countsNoMissForAPathThatNobodyIsReadyToLoad() {
    cache.getIfPresent(A);

    assertThat(cache.statistics().misses()).isZero();
    assertThat(cache.statistics().hits()).isZero();
  }

  static CachedFile fail(Throwable reason) throws IOException {
    switch (reason) {
      case IOException e -> throw e;
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      default -> throw new AssertionError(reason);
    }
  }

  private CachedFile takes(Duration time, @Nullable IOException failure) throws IOException {
    nanos.addAndGet(time.toNanos());
    return failure == null ? file(A, 1) : fail(failure);
  }

  /** A file with so many bytes, which takes more than that in memory. */
  static CachedFile file(PathBytes path, int size) {
    var fingerprint = new Found.Fingerprint(size, FileTime.fromMillis(0), null, null);
    var body = new Body.Bytes(ByteBuffer.allocate(size));
    return new CachedFile(
        path,
        new Found.RegularFile(Path.of("a"), fingerprint),
        Variants.only(Representation.of("text/plain", body).validators(null, Instant.EPOCH)),
        true,
        0);
  }
}
