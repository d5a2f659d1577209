package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tailgate.content.cache.CacheMode;

class FileOptionsTest {

  private static final long MIB = 1 << 20;

  private final FileOptions options = new FileOptions();
  private final List<String> complaints = new ArrayList<>();

  @Test
  void makesACacheSmallerThatDoesNotFit() {
    options.cacheSize = new Size(1024 * MIB);
    options.fitCache(512 * MIB, complaints::add);

    assertThat(options.cache().capacity()).isEqualTo(384 * MIB);
    assertThat(options.describeCache()).contains("384 MiB");
    assertThat(complaints)
        .containsExactly(
            "a cache of 1 GiB does not fit into the 512 MiB that Java may use (-Xmx): reduced to"
                + " 384 MiB");
  }

  @Test
  void saysWholeMebibytesWhereTheCollectorKeepsSomeForItself() {
    options.fitCache(64 * MIB - 2176 * 1024, complaints::add); // -Xmx64m, as SerialGC counts it

    assertThat(complaints)
        .containsExactly(
            "a cache of 64 MiB does not fit into the 61 MiB that Java may use (-Xmx): reduced to 46"
                + " MiB");
  }

  @ParameterizedTest
  @CsvSource({"CAFFEINE, 384", "PINNED, 384", "LRU, 1", "LRU, 0", "NONE, 1024"})
  void leavesACacheThatFitsAsItIs(CacheMode mode, long size) {
    options.cacheMode = mode;
    options.cacheSize = new Size(size * MIB);
    options.fitCache(512 * MIB, complaints::add);

    assertThat(options.cache().capacity()).isEqualTo(size * MIB);
    assertThat(complaints).isEmpty();
  }

  @Test
  void takesAnyCacheWhereJavaHasNoBound() {
    options.cacheSize = new Size(1L << 60);
    options.fitCache(Long.MAX_VALUE, complaints::add);

    assertThat(options.cache().capacity()).isEqualTo(1L << 60);
    assertThat(complaints).isEmpty();
  }
}
