package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class AcceptEncodingMemoTest {

  private final AcceptEncodingMemo memo = new AcceptEncodingMemo();

  @Test
  void readsAValueOnce() {
    AcceptEncoding first = memo.of(request("Accept-Encoding: gzip, br\r\n"));

    assertThat(memo.of(request("X: y\r\naccept-encoding:gzip, br \t\r\n"))).isSameAs(first);
    assertThat(memo.of(request("Accept-Encoding: gzip,  br\r\n"))).isNotSameAs(first);
  }

  @Test
  void tellsValuesApartThatShareAHash() {
    AcceptEncoding refused = memo.of(request("Accept-Encoding: gzip;q=0, Aa\r\n"));
    AcceptEncoding other = memo.of(request("Accept-Encoding: gzip;q=1, BB\r\n"));
    assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());

    assertThat(refused.accepts(ContentCoding.GZIP)).isFalse();
    assertThat(other.accepts(ContentCoding.GZIP)).isTrue();
    assertThat(memo.of(request("Accept-Encoding: Aa\r\n")))
        .isNotSameAs(memo.of(request("Accept-Encoding: BB\r\n")));
  }

  @Test
  void readsSeveralLinesAsOneList() {
    String gzip = "Accept-Encoding: gzip\r\n";
    AcceptEncoding one = memo.of(request(gzip));
    AcceptEncoding both = memo.of(request("Accept-Encoding: br\r\n" + gzip));

    assertThat(one.accepts(ContentCoding.BR)).isFalse();
    assertThat(both.accepts(ContentCoding.BR)).isTrue();
    assertThat(both.accepts(ContentCoding.GZIP)).isTrue();
    assertThat(memo.of(request(gzip))).isSameAs(one);
  }

  @Test
  void readsNoneAsAnEmptyList() {
    assertThat(memo.of(request("")).accepts(ContentCoding.GZIP)).isFalse();
    assertThat(memo.of(request("")).accepts(ContentCoding.IDENTITY)).isTrue();
  }

  @Test
  void remembersManyValues() {
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < 1000; i++) {
        assertThat(
                memo.of(request("Accept-Encoding: x" + i + ", gzip;q=0." + (i % 9 + 1) + "\r\n")))
            .matches(accepted -> accepted.accepts(ContentCoding.GZIP));
      }
    }
  }

  private static Request request(String fields) {
    return Requests.parse("GET / HTTP/1.1\r\nHost: test\r\n" + fields + "\r\n");
  }
}
