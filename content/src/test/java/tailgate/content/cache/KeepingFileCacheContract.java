package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import tailgate.content.cache.FileCache.Loader;
import tailgate.http.PathBytes;
import tailgate.http.Requests;

/** What can be said of a cache that keeps files, whichever. */
abstract class KeepingFileCacheContract extends FileCacheContract {

  private static final int ROUNDS = 20_000;

  @Test
  void keepsWhatItLoaded() throws Exception {
    CachedFile file = file(A, 1);
    cache.get(A, () -> file);

    assertThat(cache.get(A, () -> file(A, 1))).isSameAs(file);
    assertThat(cache.getIfPresent(A)).isSameAs(file);
    assertThat(cache.getIfPresent(Requests.get("/a?query").path())).isSameAs(file);
  }

  @Test
  void forgetsThisVeryFile() throws Exception {
    CachedFile old = file(A, 1);
    CachedFile replacement = file(A, 2);
    cache.get(A, () -> old);
    cache.remove(old);
    assertThat(cache.getIfPresent(A)).isNull();
    cache.get(A, () -> replacement);

    cache.remove(old);

    assertThat(cache.getIfPresent(A)).isSameAs(replacement);
    assertThat(cache.statistics().removals()).isEqualTo(1);
  }

  @Test
  void keepsNoMoreBytesThanItMay() throws Exception {
    assertFillsUp();
  }

  private void assertFillsUp() throws Exception {
    for (PathBytes path : PATHS) {
      cache.get(path, () -> file(path, 9_000));

      assertThat(assertCountsAddUp()).isLessThanOrEqualTo(CAPACITY);
    }
    assertThat(cache.statistics().entries()).isEqualTo(CAPACITY / file(PATHS[99], 9_000).weight());
  }

  @Test
  void keepsAFileThatTakesAllThereIs() throws Exception {
    CachedFile file = file(A, (int) (CAPACITY - CachedFile.overhead(A)));

    assertThat(cache.admits(A, file.weight())).isTrue();
    cache.get(A, () -> file);

    assertThat(cache.getIfPresent(A)).isSameAs(file);
    assertThat(cache.statistics().bytes()).isEqualTo(CAPACITY);
  }

  @Test
  void countsHitsAndMisses() throws Exception {
    CachedFile file = file(A, 1);
    cache.get(A, () -> file); // misses
    cache.get(A, () -> file);
    cache.getIfPresent(A);
    cache.getIfPresent(A);
    cache.remove(file);
    cache.getIfPresent(A); // is ready to load nothing

    CacheStatistics counts = cache.statistics();
    assertThat(counts.hits()).isEqualTo(3);
    assertThat(counts.misses()).isEqualTo(1);
    assertThat(counts.kept()).isEqualTo(1);
    assertThat(counts.removals()).isEqualTo(1);
    assertThat(counts.evictions()).isZero();
    assertCountsAddUp();
  }

  @Test
  void loadsOnceForAllWhoWait() throws Exception {
    CachedFile file = file(A, 1);
    try (var waiters = new Waiters()) {
      Loader loader =
          () -> {
            waiters.waitForTheDisk();
            return file;
          };
      List<Future<CachedFile>> answers = waiters.start(4, () -> cache.get(A, loader));
      waiters.awaitAllWaiting();
      waiters.wakeTheDisk();
      for (Future<CachedFile> answer : answers) {
        assertThat(answer.get()).isSameAs(file);
      }
    }

    assertThat(cache.statistics().misses()).isEqualTo(4);
    assertThat(cache.statistics().loads()).isEqualTo(1);
    assertThat(cache.statistics().kept()).isEqualTo(1);
  }

  @Test
  void answersOtherFilesWhileTheDiskIsSlow() throws Exception {
    CachedFile kept = file(PATHS[0], 1);
    CachedFile quick = file(PATHS[1], 1);
    cache.get(kept.key(), () -> kept);
    try (var waiters = new Waiters()) {
      Loader loader =
          () -> {
            waiters.waitForTheDisk();
            return null;
          };
      Future<CachedFile> slow = waiters.start(() -> cache.get(A, loader));
      waiters.awaitLoading();

      assertThat(waiters.start(() -> cache.getIfPresent(kept.key())).get()).isSameAs(kept);
      assertThat(waiters.start(() -> cache.get(quick.key(), () -> quick)).get()).isSameAs(quick);
      assertThat(slow).isNotDone();
    }
  }

  @Test
  void aHitAllocatesNothing() throws Exception {
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    assumeThat(threads.isThreadAllocatedMemoryEnabled()).isTrue();
    cache.get(A, () -> file(A, 1));
    hit(ROUNDS);
    long before = threads.getCurrentThreadAllocatedBytes();
    hit(ROUNDS);
    long bytes = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(bytes).as("bytes in %d hits", ROUNDS).isLessThan(ROUNDS);
  }

  private void hit(int times) {
    for (int i = 0; i < times; i++) {
      Objects.requireNonNull(cache.getIfPresent(A));
    }
  }

  @Test
  void staysWholeUnderManyThreads() throws Exception {
    var stress = new CacheStress(cache, PATHS, CAPACITY);

    stress.run();

    stress.assertLookupsAddUp();
    assertThat(assertCountsAddUp()).isLessThanOrEqualTo(CAPACITY);
  }

  @Test
  void keepsFilesAfterTheStressAsBefore() throws Exception {
    new CacheStress(cache, PATHS, CAPACITY).run();
    for (PathBytes path : PATHS) {
      CachedFile kept = cache.getIfPresent(path);
      if (kept != null) {
        cache.remove(kept);
      }
    }

    assertThat(cache.statistics().entries()).isZero();
    assertThat(cache.statistics().bytes()).isZero();
    assertFillsUp();
  }

  /**
   * Counts must agree with what can be seen from outside, while nobody else uses the cache.
   *
   * @return the bytes that it holds
   */
  private long assertCountsAddUp() {
    List<CachedFile> files = new ArrayList<>();
    for (PathBytes path : PATHS) {
      CachedFile file = cache.getIfPresent(path);
      if (file != null) {
        files.add(file);
      }
    }
    CacheStatistics counts = cache.statistics();
    long bytes = files.stream().mapToLong(CachedFile::weight).sum();
    assertThat(counts.entries()).isEqualTo(files.size());
    assertThat(counts.bytes()).isEqualTo(bytes);
    assertThat(counts.entries()).isEqualTo(counts.kept() - counts.evictions() - counts.removals());
    assertThat(counts.kept()).isLessThanOrEqualTo(counts.loads() - counts.failedLoads());
    assertThat(counts.failedLoads()).isLessThanOrEqualTo(counts.loads());
    assertThat(counts.loads()).isLessThanOrEqualTo(counts.misses());
    return bytes;
  }
}
