package tailgate.content;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import tailgate.http.PathBytes;

class CacheSettingsTest {

  private static final Duration SECOND = Duration.ofSeconds(1);
  private static final PathBytes KEY = PathBytes.of("/a");

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
  void readsWholeWhatWillBeKept() {
    var settings = new CacheSettings(1 << 20, 100_000, SECOND);

    assertThat(reads(settings, 100_000)).isTrue();
    assertThat(reads(settings, 100_001)).isFalse();
  }

  @Test
  void readsWholeWhatIsSmallEvenIfItWillNotBeKept() {
    var settings = new CacheSettings(0, 100_000, SECOND);

    assertThat(reads(settings, 0)).isTrue();
    assertThat(reads(settings, FileReader.DIRECT_FROM - 1)).isTrue();
    assertThat(reads(settings, FileReader.DIRECT_FROM)).isFalse();
  }

  @Test
  void readsNothingWholeBeyondTheLargestFile() {
    assertThat(reads(new CacheSettings(1 << 20, 0, SECOND), 0)).isTrue();
    assertThat(reads(new CacheSettings(1 << 20, 0, SECOND), 1)).isFalse();
  }

  private static boolean reads(CacheSettings settings, long size) {
    return settings.readsWhole(size, KEY, settings.cache(System::nanoTime));
  }
}
