package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static tailgate.http.ContentCoding.BR;
import static tailgate.http.ContentCoding.GZIP;
import static tailgate.http.ContentCoding.IDENTITY;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AcceptEncodingTest {

  private static final Set<ContentCoding> ALL = EnumSet.allOf(ContentCoding.class);

  private static ContentCoding choose(Set<ContentCoding> available, String... lines) {
    return AcceptEncoding.parse(List.of(lines)).choose(available);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        // what browsers and tools send
        "gzip, deflate, br, zstd          | BR",
        "gzip, deflate                    | GZIP",
        "deflate, gzip;q=1.0, *;q=0.5     | GZIP",
        "identity                         | IDENTITY",
        // the examples of RFC 9110 §12.5.3
        "compress, gzip                   | GZIP",
        "''                               | IDENTITY",
        "*                                | BR",
        "compress;q=0.5, gzip;q=1.0       | GZIP",
        "gzip;q=1.0, identity; q=0.5, *;q=0 | GZIP",
        // weights
        "br;q=0.5, gzip                   | GZIP",
        "br;q=0.5, gzip;q=0.501           | GZIP",
        "br;q=0.5, gzip;q=0.5             | BR",
        "gzip, br                         | BR",
        "gzip, identity                   | GZIP",
        "gzip;q=0.5, identity             | IDENTITY",
        "gzip;q=0.5, identity;q=0.4       | GZIP",
        "gzip;q=0.001                     | GZIP",
        "gzip;q=0                         | IDENTITY",
        "gzip;q=0.000, br;q=0.0           | IDENTITY",
        "br;q=0., gzip;q=1.               | GZIP",
        "gzip;Q=0, br;Q=0.5               | BR",
        // the asterisk is whatever is not listed, identity too
        "*;q=0.5, br;q=0                  | GZIP",
        "*;q=0.5, br;q=0.4, gzip;q=0.3    | IDENTITY",
        "*, br;q=0.9                      | GZIP",
        "*;q=0, gzip                      | GZIP",
        "*;q=0, br;q=0, gzip;q=0.1        | GZIP",
        "identity;q=0, gzip;q=0.001       | GZIP",
        "identity;q=0, *                  | BR",
        // white space, case, empty elements
        "GZIP                             | GZIP",
        "Br;q=1.000                       | BR",
        "gzip \t;\t q=0, br               | BR",
        ",, gzip ,,                       | GZIP",
        "x-gzip                           | GZIP",
        "x-gzip;q=0, gzip                 | IDENTITY",
      })
  void theHeaviestCodingIsChosenAndThenTheSmallest(String value, ContentCoding expected) {
    assertThat(choose(ALL, value)).isEqualTo(expected);
  }

  @Test
  void onlyWhatThereIsIsChosen() {
    assertThat(choose(EnumSet.of(GZIP), "gzip, br")).isEqualTo(GZIP);
    assertThat(choose(EnumSet.of(GZIP, IDENTITY), "gzip;q=0.1, br")).isEqualTo(GZIP);
    assertThat(choose(EnumSet.of(BR), "gzip")).isEqualTo(IDENTITY);
    assertThat(choose(EnumSet.noneOf(ContentCoding.class), "gzip, br, *")).isEqualTo(IDENTITY);
    assertThat(choose(EnumSet.of(IDENTITY), "*")).isEqualTo(IDENTITY);
  }

  @Test
  void whoSaysNothingGetsTheFileAsItIs() {
    assertThat(choose(ALL)).isEqualTo(IDENTITY);
    assertThat(AcceptEncoding.of(Requests.get("/")).choose(ALL)).isEqualTo(IDENTITY);
  }

  @Test
  void severalLinesAreOneList() {
    Request request =
        Requests.parse(
            """
            GET / HTTP/1.1\r
            Host: test\r
            Accept-Encoding: gzip;q=0.5\r
            Accept-Encoding:\r
            accept-encoding: br;q=0.1, deflate\r
            \r
            """);

    assertThat(AcceptEncoding.of(request).choose(ALL)).isEqualTo(GZIP);
    assertThat(choose(ALL, "gzip", "br")).isEqualTo(BR);
    assertThat(choose(ALL, "gzip", "gzip;q=0")).isEqualTo(IDENTITY);
  }

  @Test
  void whoListsTooManyCodingsGetsTheFileAsItIs() {
    String sixty = "gzip, ".repeat(60);

    assertThat(choose(ALL, sixty + "gzip, gzip, gzip, br")).isEqualTo(BR);
    assertThat(choose(ALL, sixty + "gzip, gzip, gzip, gzip, br")).isEqualTo(IDENTITY);
    assertThat(choose(ALL, sixty, "gzip, gzip, gzip, gzip, br")).isEqualTo(IDENTITY);
    assertThat(AcceptEncoding.parse(List.of("identity;q=0," + "x,".repeat(64))).accepts(IDENTITY))
        .isTrue();
    assertThat(choose(ALL, ",".repeat(1000) + "br")).as("empty ones do not count").isEqualTo(BR);
  }

  @Test
  void anElementThatIsLongerThanAnyThatMakesSenseIsNotSent() {
    assertThat(choose(ALL, "gzip" + " ".repeat(89) + ";q=0.5")).isEqualTo(GZIP);
    assertThat(choose(ALL, "gzip" + " ".repeat(92) + ";q=0.5, br;q=0.1")).isEqualTo(BR);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "gzip;q=2",
        "gzip;q=1.001",
        "gzip;q=0.1234",
        "gzip;q=-1",
        "gzip;q=+1",
        "gzip;q=.5",
        "gzip;q=1e0",
        "gzip;q=0,5x",
        "gzip;q=",
        "gzip;q",
        "gzip;",
        "gzip;q =1",
        "gzip;q= 1",
        "gzip;q=\"1\"",
        "gzip;q=1;q=1",
        "gzip;level=9",
        "gzip q=1",
        "gzip br",
        "\"gzip\"",
        "gzip/1",
        "g zip",
        "gzi",
        "gzipp",
        "*;q=2",
        "\u00a0gzip",
      })
  void anElementThatBreaksTheRulesIsNotSent(String element) {
    assertThat(choose(ALL, element)).isEqualTo(IDENTITY);
    assertThat(choose(ALL, element + ", br;q=0.1")).isEqualTo(BR);
    assertThat(AcceptEncoding.parse(List.of(element)).accepts(IDENTITY)).isTrue();
  }

  @Test
  void ofACodingListedTwiceTheLowerWeightCounts() {
    assertThat(choose(ALL, "br, gzip;q=0.5, br;q=0.1")).isEqualTo(GZIP);
    assertThat(choose(ALL, "br;q=0.1, gzip;q=0.5, br")).isEqualTo(GZIP);
    assertThat(choose(ALL, "*, gzip;q=0.5, *;q=0.1")).isEqualTo(GZIP);
  }

  @ParameterizedTest
  @ValueSource(strings = {"identity;q=0", "*;q=0", "gzip;q=0, identity;q=0, *", "deflate, *;q=0"})
  void whoAcceptsNothingOfWhatThereIsGetsItAsItIs(String value) {
    assertThat(AcceptEncoding.parse(List.of(value)).accepts(IDENTITY)).isFalse();
    assertThat(choose(EnumSet.of(GZIP), value)).isEqualTo(IDENTITY);
  }

  @Test
  void identityIsAcceptedUnlessItIsRefused() {
    assertThat(AcceptEncoding.parse(List.of()).accepts(IDENTITY)).isTrue();
    assertThat(AcceptEncoding.parse(List.of("gzip")).accepts(IDENTITY)).isTrue();
    assertThat(AcceptEncoding.parse(List.of("*;q=0, identity;q=0.1")).accepts(IDENTITY)).isTrue();
    assertThat(AcceptEncoding.parse(List.of("gzip")).accepts(BR)).isFalse();
    assertThat(AcceptEncoding.parse(List.of("gzip;q=0")).accepts(GZIP)).isFalse();
  }

  @Test
  void codingsHaveTheirNamesOfTheWire() {
    assertThat(BR.token()).isEqualTo("br");
    assertThat(GZIP.token()).isEqualTo("gzip");
    assertThat(IDENTITY.token()).isEqualTo("identity");
  }
}
