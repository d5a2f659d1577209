package tailgate.content;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import tailgate.http.Body;
import tailgate.http.PathBytes;
import tailgate.http.Representation;
import tailgate.http.Requests;

@Timeout(30)
class CaffeineFileCacheTest {

  private static final int CAPACITY = 100_000;

  private final CaffeineFileCache cache = new CaffeineFileCache(CAPACITY);
  private final CountDownLatch loading = new CountDownLatch(1);
  private final CountDownLatch go = new CountDownLatch(1);
  private final List<Thread> threads = new ArrayList<>();
  private final ExecutorService executor =
      Executors.newCachedThreadPool(
          task -> {
            Thread thread = new Thread(task);
            threads.add(thread);
            return thread;
          });

  @AfterEach
  void letGo() {
    go.countDown();
    executor.close();
  }

  @Test
  void keepsWhatItLoaded() throws Exception {
    CachedFile file = file("/a", 1);

    assertThat(cache.getIfPresent(PathBytes.of("/a"))).isNull();
    assertThat(cache.get(file.key(), () -> file)).isSameAs(file);
    assertThat(cache.get(file.key(), () -> file("/a", 1))).isSameAs(file);
    assertThat(cache.getIfPresent(Requests.get("/a?query").path())).isSameAs(file);
  }

  @Test
  void keepsNothingIfThereIsNothing() throws Exception {
    assertThat(cache.get(PathBytes.of("/a"), () -> null)).isNull();
    assertThat(cache.getIfPresent(PathBytes.of("/a"))).isNull();
  }

  @Test
  void passesOnWhyAFileCannotBeRead() {
    var gone = new NoSuchFileException("a");

    assertThatThrownBy(
            () ->
                cache.get(
                    PathBytes.of("/a"),
                    () -> {
                      throw gone;
                    }))
        .isSameAs(gone);
    assertThat(cache.getIfPresent(PathBytes.of("/a"))).isNull();
  }

  @Test
  void forgetsThisVeryFile() throws Exception {
    CachedFile old = file("/a", 1);
    CachedFile replacement = file("/a", 2);
    cache.get(old.key(), () -> old);
    cache.remove(old);
    cache.get(replacement.key(), () -> replacement);

    cache.remove(old);

    assertThat(cache.getIfPresent(old.key())).isSameAs(replacement);
  }

  @Test
  void keepsNoMoreBytesThanItMay() throws Exception {
    int size = 9_000;
    List<CachedFile> files = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      CachedFile file = file("/" + i, size);
      files.add(file);
      cache.get(file.key(), () -> file);
      long kept = files.stream().filter(f -> cache.getIfPresent(f.key()) == f).count();

      assertThat(kept * file.weight()).isLessThanOrEqualTo(CAPACITY);
    }
  }

  @Test
  void keepsNoFileThatIsLargerThanAll() throws Exception {
    CachedFile file = file("/a", CAPACITY);

    assertThat(cache.get(file.key(), () -> file)).isSameAs(file);
    assertThat(cache.getIfPresent(file.key())).isNull();
  }

  @Test
  void countsLongNames() {
    assertThat(file("/" + "a".repeat(3000), 1).weight()).isGreaterThan(3000);
  }

  @Test
  void loadsOnceForAllWhoWait() throws Exception {
    var loads = new AtomicInteger();
    CachedFile file = file("/a", 1);
    FileCache.Loader loader =
        () -> {
          loads.incrementAndGet();
          load();
          return file;
        };
    List<Future<CachedFile>> answers = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      answers.add(executor.submit(() -> cache.get(file.key(), loader)));
    }
    awaitAllWaiting();
    go.countDown();

    for (Future<CachedFile> answer : answers) {
      assertThat(answer.get(10, SECONDS)).isSameAs(file);
    }
    assertThat(loads).hasValue(1);
  }

  @Test
  void tellsAllWhoWaitThatLoadingFailed() throws Exception {
    FileCache.Loader loader =
        () -> {
          load();
          throw new NoSuchFileException("a");
        };
    Future<CachedFile> first = executor.submit(() -> cache.get(PathBytes.of("/a"), loader));
    Future<CachedFile> second = executor.submit(() -> cache.get(PathBytes.of("/a"), loader));
    awaitAllWaiting();
    go.countDown();

    assertThatThrownBy(first::get).hasCauseInstanceOf(NoSuchFileException.class);
    assertThatThrownBy(second::get).hasCauseInstanceOf(NoSuchFileException.class);
    CachedFile file = file("/a", 1);
    assertThat(cache.get(file.key(), () -> file)).as("the next one tries again").isSameAs(file);
  }

  @Test
  void leavesNobodyWaitingWhateverGoesWrong() throws Exception {
    FileCache.Loader loader =
        () -> {
          load();
          throw new OutOfMemoryError("not really");
        };
    Future<CachedFile> first = executor.submit(() -> cache.get(PathBytes.of("/a"), loader));
    Future<CachedFile> second = executor.submit(() -> cache.get(PathBytes.of("/a"), loader));
    awaitAllWaiting();
    go.countDown();

    assertThatThrownBy(first::get).hasRootCauseInstanceOf(OutOfMemoryError.class);
    assertThatThrownBy(second::get).hasRootCauseInstanceOf(OutOfMemoryError.class);
  }

  /** One slow disk must not stop everything that happens to share a bucket with its file. */
  @Test
  void doesNotWaitForAnotherFile() throws Exception {
    CachedFile slow = file("/Aa", 1);
    CachedFile quick = file("/BB", 1);
    assertThat(slow.key()).hasSameHashCodeAs(quick.key());
    FileCache.Loader loader =
        () -> {
          load();
          return slow;
        };
    Future<CachedFile> first = executor.submit(() -> cache.get(slow.key(), loader));
    loading.await();

    assertThat(executor.submit(() -> cache.get(quick.key(), () -> quick)).get(10, SECONDS))
        .isSameAs(quick);
    go.countDown();
    assertThat(first.get()).isSameAs(slow);
  }

  /** What a slow disk does. */
  private void load() {
    loading.countDown();
    try {
      go.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Until one thread loads and the others wait for it, however they do that. */
  private void awaitAllWaiting() throws InterruptedException {
    loading.await();
    var held = EnumSet.of(Thread.State.WAITING, Thread.State.BLOCKED);
    await().until(() -> threads.stream().allMatch(thread -> held.contains(thread.getState())));
  }

  private static CachedFile file(String path, int size) {
    var fingerprint = new Found.Fingerprint(size, FileTime.fromMillis(0), null, null);
    var body = new Body.Bytes(ByteBuffer.allocate(size));
    return new CachedFile(
        PathBytes.of(path),
        new Found.RegularFile(Path.of("a"), fingerprint),
        Representation.of("text/plain", body).validators(null, Instant.EPOCH),
        true,
        0);
  }
}
