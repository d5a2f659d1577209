package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Future;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class NoFileCacheTest extends FileCacheContract {

  @Override
  FileCache cache(LongSupplier nanoClock) {
    return new NoFileCache(nanoClock);
  }

  @Test
  void loadsEachTime() throws Exception {
    CachedFile first = file(A, 1);
    CachedFile second = file(A, 1);

    assertThat(cache.get(A, () -> first)).isSameAs(first);
    assertThat(cache.getIfPresent(A)).isNull();
    assertThat(cache.get(A, () -> second)).isSameAs(second);
    assertThat(cache.statistics().loads()).isEqualTo(2);
    assertThat(cache.statistics().misses()).isEqualTo(2);
    assertThat(cache.statistics().kept()).isZero();
  }

  @Test
  void loadsForEachEvenAtTheSameTime() throws Exception {
    try (var waiters = new Waiters()) {
      FileCache.Loader loader =
          () -> {
            waiters.waitForTheDisk();
            return file(A, 1);
          };
      List<Future<CachedFile>> answers = waiters.start(3, () -> cache.get(A, loader));
      waiters.awaitAllWaiting();
      waiters.wakeTheDisk();

      assertThat(answers.get(0).get()).isNotSameAs(answers.get(1).get());
      assertThat(answers.get(2).get()).isNotNull();
    }
    assertThat(cache.statistics().loads()).isEqualTo(3);
  }
}
