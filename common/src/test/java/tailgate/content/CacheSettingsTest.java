package tailgate.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.http.PathBytes;

class CacheSettingsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final PathBytes KEY = PathBytes.of("/a");

  @TempDir Path root;

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> new CacheSettings(-1, 0, SECOND)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new CacheSettings(0, -1, SECOND)).hasMessageContaining("-1");
    assertThatThrownBy(() -> new CacheSettings(0, (1 << 30) + 1, SECOND))
        .hasMessageContaining("1 GiB");
    assertThatThrownBy(() -> new CacheSettings(0, 0, Duration.ofNanos(-1)))
        .hasMessageContaining("0 to 365 days");
    assertThatThrownBy(() -> new CacheSettings(0, 0, Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageContaining("0 to 365 days");
  }

  @Test
  void refusesACacheForNoFileAtAll() {
    assertThatThrownBy(() -> new CacheSettings(CacheMode.LRU, 0, 0, 0, SECOND))
        .hasMessageContaining("at least one file, not 0");
  }

  @Test
  void readsWholeWhatWillBeKept() {
    var settings = new CacheSettings(1 << 20, 100_000, SECOND);

    assertThat(reads(settings, 100_000)).isTrue();
    assertThat(reads(settings, 100_001)).isFalse();
  }

  @Test
  void readsWholeWhatIsSmallEvenIfItWillNotBeKept() {
    for (CacheSettings settings :
        List.of(
            new CacheSettings(0, 100_000, SECOND),
            new CacheSettings(1 << 20, 100_000, SECOND).withMode(CacheMode.NONE))) {
      assertThat(reads(settings, 0)).isTrue();
      assertThat(reads(settings, FileReader.DIRECT_FROM - 1)).isTrue();
      assertThat(reads(settings, FileReader.DIRECT_FROM)).isFalse();
    }
  }

  @Test
  void readsNothingWholeBeyondTheLargestFile() {
    assertThat(reads(new CacheSettings(1 << 20, 0, SECOND), 0)).isTrue();
    assertThat(reads(new CacheSettings(1 << 20, 0, SECOND), 1)).isFalse();
  }

  @Test
  void makesTheCacheOfTheMode() {
    assertThat(cache(CacheSettings.DEFAULT)).isInstanceOf(CaffeineFileCache.class);
    assertThat(cache(CacheSettings.DEFAULT.withMode(CacheMode.NONE)))
        .isInstanceOf(NoFileCache.class);
    assertThat(cache(CacheSettings.DEFAULT.withMode(CacheMode.LRU)))
        .isInstanceOf(LruFileCache.class);
    assertThat(cache(CacheSettings.DEFAULT.withMode(CacheMode.PINNED)))
        .isInstanceOf(PinnedFileCache.class);
    assertThat(cache(new CacheSettings(CacheMode.LRU, 0, 1, 1, SECOND)))
        .isInstanceOf(NoFileCache.class);
  }

  private boolean reads(CacheSettings settings, long size) {
    return settings.readsWhole(size, KEY, cache(settings));
  }

  private FileCache cache(CacheSettings settings) {
    try {
      return settings.cache(
          new Site(root), new FileReader(InstantSource.system()), System::nanoTime);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
