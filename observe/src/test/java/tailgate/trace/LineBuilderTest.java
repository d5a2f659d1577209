package tailgate.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LineBuilderTest {

  private final LineBuilder line = new LineBuilder();

  @ParameterizedTest
  @CsvSource({
    "GET / HTTP/1.1, 'GET / HTTP/1.1'",
    "'', ''",
    "say \"hi\", 'say \\\"hi\\\"'",
    "C:\\x, 'C:\\\\x'",
    "~, ~",
  })
  void quotesAndBackslashesAreEscapedAndTheRestOfAsciiIsNot(String sent, String logged) {
    assertThat(quoted(sent)).isEqualTo('"' + logged + '"');
  }

  @Test
  void controlCharactersAreEscapedAsApacheDoes() {
    assertThat(quoted("a\tb\nc\rd\be\u000bf")).isEqualTo("\"a\\tb\\nc\\rd\\be\\vf\"");
    assertThat(quoted("\u0000\u001b\u001f\u007f\f")).isEqualTo("\"\\x00\\x1b\\x1f\\x7f\\x0c\"");
  }

  @Test
  void octetsBeyondAsciiAreEscaped() {
    assertThat(quoted("\u0080\u00e4\u00ff")).isEqualTo("\"\\x80\\xe4\\xff\"");
  }

  @Test
  void everyOctetStaysInsideOfItsQuotesAndOfItsLine() {
    for (int octet = 0; octet < 256; octet++) {
      String logged = quoted(String.valueOf((char) octet));
      assertThat(logged)
          .matches("\"([\\x20-\\x7e&&[^\"\\\\]]|\\\\[btnvr\"\\\\]|\\\\x[0-9a-f]{2})\"");
    }
  }

  @Test
  void whatIsTooLongIsCutButNeverInsideOfAnEscape() {
    String logged = quoted("x" + "\u0001".repeat(LineBuilder.MAX_QUOTED));
    assertThat(logged).hasSizeBetween(LineBuilder.MAX_QUOTED - 2, LineBuilder.MAX_QUOTED + 2);
    assertThat(logged).endsWith("\\x01\"");
    assertThat(quoted("y".repeat(LineBuilder.MAX_QUOTED + 1)))
        .isEqualTo('"' + "y".repeat(LineBuilder.MAX_QUOTED) + '"');
  }

  @ParameterizedTest
  @ValueSource(longs = {0, 9, 10, 200, 1_048_576, Long.MAX_VALUE})
  void numbersAreDecimal(long number) {
    line.putNumber(number);
    assertThat(text()).isEqualTo(Long.toString(number));
  }

  @Test
  void aLongLineDoesNotKeepItsRoom() {
    quoted("x".repeat(5000));
    line.truncate(3);
    assertThat(text()).isEqualTo("\"xx");
    assertThat(line.array()).hasSizeLessThan(500);
  }

  private String quoted(String sent) {
    line.truncate(0);
    byte[] bytes = ("<<" + sent + ">>").getBytes(ISO_8859_1);
    line.putQuoted(bytes, 2, bytes.length - 2);
    return text();
  }

  private String text() {
    return new String(line.array(), 0, line.length(), ISO_8859_1);
  }
}
