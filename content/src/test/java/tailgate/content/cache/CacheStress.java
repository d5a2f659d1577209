package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tailgate.http.PathBytes;

/**
 * Many threads at one cache: random paths, sizes and outcomes of loads, everything from a seed but
 * the interleaving.
 *
 * <p>Throughout, no answer is another path's file, and no file is loaded twice at a time.
 */
final class CacheStress {

  private static final int THREADS = 8;
  private static final int STEPS = 4_000;
  private static final long SEED = 3;

  private final FileCache cache;
  private final PathBytes[] paths;
  private final int capacity;
  private final CountDownLatch start = new CountDownLatch(1);

  /** Paths that are being loaded, by the thread that does. */
  private final Map<PathBytes, Thread> loading = new ConcurrentHashMap<>();

  private final AtomicLong found = new AtomicLong();
  private final AtomicLong gets = new AtomicLong();
  private final AtomicLong loads = new AtomicLong();

  CacheStress(FileCache cache, PathBytes[] paths, int capacity) {
    this.cache = cache;
    this.paths = paths;
    this.capacity = capacity;
  }

  /** Once. A thread that hangs fails it, and does not keep the process. */
  void run() throws Exception {
    ExecutorService executor =
        Executors.newFixedThreadPool(THREADS, Thread.ofPlatform().daemon().factory());
    try {
      List<Future<?>> ends = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        var random = new Random(SEED + i);
        ends.add(executor.submit(() -> work(random)));
      }
      start.countDown();
      for (Future<?> end : ends) {
        end.get();
      }
    } finally {
      executor.shutdownNow();
    }
  }

  private Void work(Random random) throws InterruptedException {
    start.await();
    for (int i = 0; i < STEPS; i++) {
      // The square: some paths far more often than others.
      double popularity = random.nextDouble();
      PathBytes path = paths[(int) (popularity * popularity * paths.length)];
      CachedFile file = random.nextInt(4) == 0 ? get(path, random) : getIfPresent(path);
      assertThat(Stream.ofNullable(file).map(CachedFile::key)).allMatch(path::equals);
      if (file != null && random.nextInt(20) == 0) {
        cache.remove(file);
      }
    }
    return null;
  }

  private @Nullable CachedFile getIfPresent(PathBytes path) {
    CachedFile file = cache.getIfPresent(path);
    if (file != null) {
      found.incrementAndGet();
    }
    return file;
  }

  private @Nullable CachedFile get(PathBytes path, Random random) {
    gets.incrementAndGet();
    int outcome = random.nextInt(100);
    int size = outcome < 90 ? random.nextInt(capacity / 8) : capacity;
    try {
      return cache.get(path, () -> load(path, outcome, size));
    } catch (IOException e) {
      return null; // as it should be, now and then
    }
  }

  private @Nullable CachedFile load(PathBytes path, int outcome, int size) throws IOException {
    assertThat(loading.putIfAbsent(path, Thread.currentThread())).isNull();
    loads.incrementAndGet();
    try {
      LockSupport.parkNanos(1); // lets others come to wait
      return switch (outcome) {
        case 0 -> null;
        case 1 -> throw new NoSuchFileException(path.toString());
        default -> FileCacheContract.file(path, size);
      };
    } finally {
      loading.remove(path);
    }
  }

  void assertLookupsAddUp() {
    CacheStatistics counts = cache.statistics();
    assertThat(counts.hits() + counts.misses()).isEqualTo(found.get() + gets.get());
    assertThat(counts.loads()).isEqualTo(loads.get());
    assertThat(counts.entries()).isPositive();
  }
}
