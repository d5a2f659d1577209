package tailgate.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SizeTest {

  @ParameterizedTest
  @CsvSource({
    "0, 0 B",
    "1023, 1023 B",
    "1024, 1 KiB",
    "1536, 1536 B",
    "67108864, 64 MiB",
    "1073741824, 1 GiB",
    "1099511627776, 1024 GiB",
  })
  void printsTheLargestUnitThatLeavesAWholeNumber(long bytes, String text) {
    Size size = new Size(bytes);

    assertThat(size).hasToString(text);
    assertThat(Converters.size(text)).as("read back").isEqualTo(size);
  }

  @Test
  void isCappedWhereAnIntIsNeeded() {
    assertThat(new Size(8192).toInt()).isEqualTo(8192);
    assertThat(new Size(1L << 40).toInt()).isEqualTo(Integer.MAX_VALUE);
  }
}
