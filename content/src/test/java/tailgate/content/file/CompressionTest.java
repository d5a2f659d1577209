package tailgate.content.file;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompressionTest {

  @ParameterizedTest
  @ValueSource(longs = {-1, (4 << 20) + 1})
  void refusesASizeThatNothingIsCompressedFrom(long least) {
    assertThatThrownBy(() -> new Compression(CompressionMode.AUTO, least))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the minimum size of a file to compress must be 0 bytes to 4 MiB, not " + least);
  }
}
