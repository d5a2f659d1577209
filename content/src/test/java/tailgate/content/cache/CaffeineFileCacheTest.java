package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import tailgate.http.PathBytes;

class CaffeineFileCacheTest extends KeepingFileCacheContract {

  @Override
  FileCache cache(LongSupplier nanoClock) {
    return new CaffeineFileCache(CAPACITY, nanoClock);
  }

  @Test
  void countsWhatItEvicts() throws Exception {
    for (PathBytes path : PATHS) {
      cache.get(path, () -> file(path, 9_000));
    }

    CacheStatistics counts = cache.statistics();
    assertThat(counts.kept()).isEqualTo(PATHS.length);
    assertThat(counts.evictions()).isEqualTo(PATHS.length - counts.entries());
  }
}
