package tailgate.content.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tailgate.content.file.Compression;
import tailgate.content.file.FileReader;
import tailgate.content.file.MediaTypes;
import tailgate.content.site.FileThreads;
import tailgate.content.site.Found;
import tailgate.content.site.Site;
import tailgate.http.ContentCoding;

class CacheSettingsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);

  @TempDir Path root;

  @Test
  void refusesWhatMakesNoSense() {
    assertThatThrownBy(() -> SomeSettings.of(-1, 0, SECOND)).hasMessageContaining("-1");
    assertThatThrownBy(() -> SomeSettings.of(0, -1, SECOND)).hasMessageContaining("-1");
    assertThatThrownBy(() -> SomeSettings.of(0, (1 << 30) + 1, SECOND))
        .hasMessageContaining("1 GiB");
    assertThatThrownBy(() -> SomeSettings.of(0, 0, Duration.ofNanos(-1)))
        .hasMessageContaining("0 to 365 days");
    assertThatThrownBy(() -> SomeSettings.of(0, 0, Duration.ofSeconds(Long.MAX_VALUE)))
        .hasMessageContaining("0 to 365 days");
  }

  @Test
  void refusesACacheForNoFileAtAll() {
    assertThatThrownBy(() -> new CacheSettings(CacheMode.LRU, 0, 0, 0, SECOND))
        .hasMessageContaining("at least one file, not 0");
  }

  @Test
  void allowsFilesUpToTheLargest() {
    var settings = SomeSettings.of(1 << 20, 100_000, SECOND);

    assertThat(settings.allows(file(100_000))).isTrue();
    assertThat(settings.allows(file(100_001))).isFalse();
    assertThat(settings.allows(file(1, 100_000))).isTrue();
    assertThat(settings.allows(file(1, 100_001))).as("its sibling").isFalse();
  }

  @Test
  void readsWholeWhatIsSmallEvenIfItWillNotBeKept() {
    var settings = SomeSettings.of(0, 100_000, SECOND);

    assertThat(settings.readsWhole(0)).isTrue();
    assertThat(settings.readsWhole(FileReader.DIRECT_FROM - 1)).isTrue();
    assertThat(settings.readsWhole(FileReader.DIRECT_FROM)).isFalse();
  }

  @Test
  void readsNothingWholeBeyondTheLargestFile() {
    var settings = SomeSettings.of(1 << 20, 0, SECOND);

    assertThat(settings.readsWhole(0)).isTrue();
    assertThat(settings.readsWhole(1)).isFalse();
  }

  @Test
  void makesTheCacheOfTheMode() {
    assertThat(cache(CacheSettings.DEFAULT)).isInstanceOf(CaffeineFileCache.class);
    assertThat(cache(SomeSettings.of(CacheMode.NONE))).isInstanceOf(NoFileCache.class);
    assertThat(cache(SomeSettings.of(CacheMode.LRU))).isInstanceOf(LruFileCache.class);
    assertThat(cache(SomeSettings.of(CacheMode.PINNED))).isInstanceOf(PinnedFileCache.class);
    assertThat(cache(new CacheSettings(CacheMode.LRU, 0, 1, 1, SECOND)))
        .isInstanceOf(NoFileCache.class);
  }

  private static Found.RegularFile file(long size) {
    return new Found.RegularFile(Path.of("a"), fingerprint(size));
  }

  private static Found.RegularFile file(long size, long sibling) {
    return file(size)
        .with(List.of(new Found.Sibling(ContentCoding.BR, Path.of("a.br"), fingerprint(sibling))));
  }

  private static Found.Fingerprint fingerprint(long size) {
    return new Found.Fingerprint(size, FileTime.fromMillis(0), null, null);
  }

  private FileCache cache(CacheSettings settings) {
    try {
      InstantSource clock = InstantSource.system();
      var loader =
          new FileLoader(
              new FileReader(MediaTypes.STANDARD, clock, FileThreads.NONE),
              Compression.DEFAULT,
              clock);
      return FileStore.cache(settings, new Site(root), loader, System::nanoTime);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
