package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.List;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;
import tailgate.http.PathBytes;

class LruFileCacheTest extends KeepingFileCacheContract {

  private static final int MOST = 20;

  @Override
  FileCache cache(LongSupplier nanoClock) {
    return new LruFileCache(CAPACITY, MOST, nanoClock);
  }

  @Test
  void keepsNoMoreFilesThanItMay() throws Exception {
    for (PathBytes path : PATHS) {
      cache.get(path, () -> file(path, 0));

      assertThat(cache.statistics().entries()).isLessThanOrEqualTo(MOST);
    }
    assertThat(kept())
        .containsExactly(Arrays.copyOfRange(PATHS, PATHS.length - MOST, PATHS.length));
    assertThat(cache.statistics().evictions()).isEqualTo(PATHS.length - MOST);
  }

  @Test
  void evictsWhatWasUsedLeastRecently() throws Exception {
    for (int i = 0; i < 4; i++) {
      load(i, 20_000); // four fit, with what they cost beyond their bytes
    }
    cache.getIfPresent(PATHS[0]);
    cache.getIfPresent(PATHS[2]);
    cache.get(PATHS[1], () -> null);

    load(4, 20_000);
    assertThat(kept()).as("3 was never used").containsExactly(at(0), at(1), at(2), at(4));
    // kept() itself has used them in this order
    load(5, 20_000);
    assertThat(kept()).containsExactly(at(1), at(2), at(4), at(5));
  }

  @Test
  void evictsAsManyAsItTakes() throws Exception {
    for (int i = 0; i < 4; i++) {
      load(i, 20_000);
    }
    cache.getIfPresent(PATHS[0]);

    load(4, 70_000);

    assertThat(kept()).containsExactly(at(0), at(4));
    assertThat(cache.statistics().evictions()).isEqualTo(3);
  }

  @Test
  void evictsNothingForAFileThatItCannotKeep() throws Exception {
    load(0, 20_000);
    load(1, CAPACITY);

    assertThat(kept()).containsExactly(at(0));
  }

  @Test
  void refusesToHoldNoFileAtAll() {
    assertThatThrownBy(() -> new LruFileCache(1, 0, System::nanoTime))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new LruFileCache(-1, 1, System::nanoTime))
        .isInstanceOf(IllegalArgumentException.class);
  }

  private void load(int path, int size) throws Exception {
    cache.get(PATHS[path], () -> file(PATHS[path], size));
  }

  private static PathBytes at(int path) {
    return PATHS[path];
  }

  private List<PathBytes> kept() {
    return Arrays.stream(PATHS).filter(path -> cache.getIfPresent(path) != null).toList();
  }
}
