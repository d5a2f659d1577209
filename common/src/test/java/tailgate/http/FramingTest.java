package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Where the content ends: the two fields that request smuggling is made of. In the tables, {@code
 * /} ends a line.
 */
class FramingTest {

  private static String http10(String fields) {
    return "POST / HTTP/1.0\r\n" + fields + "\r\n\r\n";
  }

  private static String http11(String fields) {
    return "POST / HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n\r\n";
  }

  private static String lines(String table) {
    return table.replace("/", "\r\n");
  }

  @ParameterizedTest
  @CsvSource({
    "Content-Length: 0,                  0",
    "Content-Length: 5,                  5",
    "CONTENT-LENGTH:\t5\t,               5",
    "Content-Length: 0000000000000000000000005, 5",
    "Content-Length: 1048576,            1048576",
  })
  void readsTheContentLength(String field, long length) {
    Request request = Heads.request(http11(field));

    assertThat(request.contentLength).isEqualTo(length);
    assertThat(request.hasBody()).isEqualTo(length > 0);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Content-Length:                          | LENGTH_INVALID",
        "Content-Length: +5                       | LENGTH_INVALID",
        "Content-Length: -5                       | LENGTH_INVALID",
        "Content-Length: 5, 5                     | LENGTH_INVALID",
        "Content-Length: 5,                       | LENGTH_INVALID",
        "Content-Length: 1 2                      | LENGTH_INVALID",
        "Content-Length: 0x5                      | LENGTH_INVALID",
        "Content-Length: 5.0                      | LENGTH_INVALID",
        "Content-Length: 1e3                      | LENGTH_INVALID",
        "Content-Length: five                     | LENGTH_INVALID",
        "'Content-Length: \u00b2'                 | LENGTH_INVALID",
        "Content-Length: 99999999999999999999x    | LENGTH_INVALID",
        "Content-Length: 5/Content-Length: 5      | LENGTH_REPEATED",
        "Content-Length: 5/content-length: 6      | LENGTH_REPEATED",
        "Content-Length: 1048577                  | BODY_TOO_LARGE",
        "Content-Length: 9223372036854775807      | BODY_TOO_LARGE",
        "Content-Length: 9223372036854775808      | BODY_TOO_LARGE",
        "Content-Length: 18446744073709551621     | BODY_TOO_LARGE", // 5, modulo 2^64
        "Content-Length: 99999999999999999999999  | BODY_TOO_LARGE",
      })
  void refusesAnyOtherContentLength(String fields, Refusal refusal) {
    assertThat(Heads.refusal(http11(lines(fields)))).isEqualTo(refusal);
    assertThat(Heads.refusal(http10(lines(fields)))).isEqualTo(refusal);
  }

  @Test
  void aLengthBeyondALongIsTooLargeForAnyLimit() {
    Limits unlimited = new Limits(1000, 1000, 100, 10_000, Long.MAX_VALUE);

    for (String length : new String[] {"9223372036854775808", "18446744073709551621"}) {
      assertThat(Heads.parse(unlimited, http11("Content-Length: " + length)).refusal())
          .isEqualTo(Refusal.BODY_TOO_LARGE);
    }
    assertThat(Heads.parse(unlimited, http11("Content-Length: 9223372036854775800")).request())
        .extracting(request -> request.contentLength)
        .isEqualTo(9223372036854775800L);
  }

  @ParameterizedTest
  @CsvSource({
    "'Transfer-Encoding: chunked'",
    "'TRANSFER-ENCODING:\tCHUNKED\t'",
    "'Transfer-Encoding: , chunked ,'"
  })
  void readsTheChunkedCoding(String field) {
    Request request = Heads.request(http11(field));

    assertThat(request.chunked).isTrue();
    assertThat(request.hasBody()).isTrue();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Transfer-Encoding: chunked/Content-Length: 5            | LENGTH_WITH_CODING",
        "Content-Length: 0/Transfer-Encoding: chunked            | LENGTH_WITH_CODING",
        "Content-Length: 5/Transfer-Encoding: identity           | LENGTH_WITH_CODING",
        "Transfer-Encoding:                                      | CODING_INVALID",
        "Transfer-Encoding: ,                                    | CODING_INVALID",
        "Transfer-Encoding: identity                             | CODING_INVALID",
        "Transfer-Encoding: gzip                                 | CODING_INVALID",
        "Transfer-Encoding: xchunked                             | CODING_INVALID",
        "Transfer-Encoding: chunkedx                             | CODING_INVALID",
        "Transfer-Encoding: chunked;a=b                          | CODING_INVALID",
        "Transfer-Encoding: \"chunked\"                          | CODING_INVALID",
        "Transfer-Encoding: chunked, identity                    | CODING_INVALID",
        "Transfer-Encoding: chunked, gzip                        | CODING_INVALID",
        "Transfer-Encoding: chunked, chunked                     | CODING_INVALID",
        "Transfer-Encoding: chunked/Transfer-Encoding: chunked   | CODING_INVALID",
        "Transfer-Encoding: chunked/Transfer-Encoding: identity  | CODING_INVALID",
        "Transfer-Encoding: chunked, gzip, chunked               | CODING_INVALID",
        "Transfer-Encoding: gzip, chunked                        | CODING_UNKNOWN",
        "Transfer-Encoding: identity, chunked                    | CODING_UNKNOWN",
        "Transfer-Encoding: gzip/Transfer-Encoding: chunked      | CODING_UNKNOWN",
        "'Transfer-Encoding: \13chunked'                         | FIELD_VALUE",
        "'Transfer-Encoding: chunked\0'                          | FIELD_VALUE",
        "'Transfer-Encoding : chunked'                           | FIELD_NAME",
        "'Transfer-Encoding: x/ chunked'                         | OBS_FOLD",
        "'Transfer-Encoding:/ chunked'                           | OBS_FOLD",
      })
  void refusesAnyOtherTransferCoding(String fields, Refusal refusal) {
    assertThat(Heads.refusal(http11(lines(fields)))).isEqualTo(refusal);
  }

  @ParameterizedTest
  @CsvSource({"chunked", "identity", "gzip", "''"})
  void theOldVersionHasNoTransferCoding(String coding) {
    assertThat(Heads.refusal(http10("Transfer-Encoding: " + coding)))
        .isEqualTo(Refusal.CODING_ON_1_0);
  }
}
