package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The course of a head: line endings, noise, limits, one request after another. */
class RequestParserTest {

  private static final String GET = "GET /a HTTP/1.1\r\nHost: h\r\n\r\n";

  private static final Limits SMALL = new Limits(20, 30, 3, 100, 10);

  @Test
  void aHeadIsCompleteWithItsEmptyLineAndNotBefore() {
    assertThat(Heads.parse(GET).progress()).isEqualTo(Progress.COMPLETE);
    assertThat(Heads.parse(GET).length()).isEqualTo(GET.length());
    for (int length = 0; length < GET.length(); length++) {
      assertThat(Heads.parse(GET.substring(0, length)).progress()).isEqualTo(Progress.INCOMPLETE);
    }
  }

  @Test
  void emptyLinesBeforeARequestArePassedOver() {
    Heads.Outcome outcome = Heads.parse("\r\n\r\n" + GET);

    assertThat(outcome.length()).isEqualTo(4 + GET.length());
    assertThat(outcome.request().target()).isEqualTo("/a");
    assertThat(outcome.request().path()).hasToString("/a");
    assertThat(outcome.request().values(Field.HOST)).containsExactly("h");
  }

  @ParameterizedTest
  @CsvSource({
    "'\n',                                     BARE_LF",
    "'\r\n\n',                                 BARE_LF",
    "'GET / HTTP/1.1\n',                       BARE_LF",
    "'GET / HTTP/1.1\r\nHost: h\n\r\n',        BARE_LF",
    "'GET / HTTP/1.1\r\nHost: h\r\n\n',        BARE_LF",
    "'GET / HTTP/1.1\r\n\nHost: h\r\n\r\n',    BARE_LF",
    "'GET / HTTP/1.1\rHost: h\r\n\r\n',        VERSION",
    "'GET /\r HTTP/1.1\r\nHost: h\r\n\r\n',    TARGET",
    "'\rGET / HTTP/1.1\r\nHost: h\r\n\r\n',    METHOD",
    "'\r\r\nGET / HTTP/1.1\r\n',               METHOD",
    "'GET / HTTP/1.1\r\r\nHost: h\r\n\r\n',    VERSION",
    "'GET / HTTP/1.1\r\nHost: h\r\r\n\r\n',    BARE_CR",
    "'GET / HTTP/1.1\r\nHost: h\r\n\r\r\n',    FIELD_NAME",
  })
  void everyLineEndsInCrLf(String wire, Refusal refusal) {
    assertThat(Heads.refusal(wire)).isEqualTo(refusal);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\26\3\1", "\0", " GET", "\t", "\u0080", "\u00ff", ":", "(", "\177"})
  void noiseIsToldByItsFirstByte(String noise) {
    assertThat(Heads.refusal(noise)).isEqualTo(Refusal.NOT_HTTP);
    assertThat(Heads.refusal("\r\n\r\n" + noise)).isEqualTo(Refusal.NOT_HTTP);
  }

  @Test
  void whatFollowsIsLeftForTheNextRequest() {
    String next = "GET /b HTTP/1.0\r\n\r\n";

    assertThat(Heads.parse(GET + next).length()).isEqualTo(GET.length());

    RequestParser parser = new RequestParser(Limits.DEFAULT);
    byte[] both = Heads.bytes(GET + next);
    assertThat(parser.parse(both, 0, both.length)).isEqualTo(Progress.COMPLETE);
    int second = parser.length();
    parser.reset();
    assertThat(parser.parse(both, second, both.length)).isEqualTo(Progress.COMPLETE);
    parser.request().bind(both, second);
    assertThat(parser.request().target()).isEqualTo("/b");
    assertThat(second + parser.length()).isEqualTo(both.length);
  }

  @Test
  void nothingOfARequestIsLeftInTheNext() {
    Heads.Outcome fresh = Heads.parse("GET / HTTP/1.0\r\n\r\n");

    assertThat(fresh).hasToString("18 GET HTTP_1_0 target / path / query  last length 0");
  }

  @Test
  void whatIsRefusedStaysRefused() {
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    byte[] wire = Heads.bytes("GET / HTTP/1.1\r\nHost : h\r\nHost: h\r\n\r\n");

    assertThat(parser.parse(wire, 0, 26)).isEqualTo(Progress.REFUSED);
    assertThat(parser.parse(wire, 0, wire.length)).isEqualTo(Progress.REFUSED);
    assertThat(parser.parse(wire, 0, wire.length)).isEqualTo(Progress.REFUSED);
    assertThat(parser.refusal()).isEqualTo(Refusal.FIELD_NAME);
  }

  @Test
  void whatIsCompleteStaysComplete() {
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    byte[] wire = Heads.bytes(GET + "Transfer-Encoding: chunked\r\n\r\n");

    assertThat(parser.parse(wire, 0, GET.length())).isEqualTo(Progress.COMPLETE);
    assertThat(parser.parse(wire, 0, wire.length)).isEqualTo(Progress.COMPLETE);
    assertThat(parser.length()).isEqualTo(GET.length());
    assertThat(parser.request().hasBody()).isFalse();
  }

  @Test
  void thereIsNoRefusalWithoutOne() {
    RequestParser parser = new RequestParser(Limits.DEFAULT);
    byte[] wire = Heads.bytes("\0");

    assertThatThrownBy(parser::refusal).isInstanceOf(IllegalStateException.class);
    assertThat(parser.parse(wire, 0, 1)).isEqualTo(Progress.REFUSED);
    parser.reset();
    assertThatThrownBy(parser::refusal).isInstanceOf(IllegalStateException.class);
  }

  @ParameterizedTest
  @CsvSource({
    // a request line of 20 bytes, or 21
    "'GET /345678 HTTP/1.0\r\n\r\n',                        ",
    "'GET /3456789 HTTP/1.0\r\n\r\n',                       TARGET_TOO_LONG",
    "'GET /3456789 HTTP/1.0',                               ",
    "'GET /3456789 HTTP/1.0\r',                             TARGET_TOO_LONG",
    "'GET /34567890123456789',                              TARGET_TOO_LONG",
    "'\r\nGET /345678 HTTP/1.0\r\n\r\n',                    ",
    "'\r\nGET /3456789 HTTP/1.0\r\n\r\n',                   TARGET_TOO_LONG",
    // a method that leaves no room for a target
    "'ABCDEFGHIJKLMNOPQRSTUV / HTTP/1.0\r\n\r\n',           METHOD_TOO_LONG",
    "'ABCDEFGHIJKLMNOPQRSTUV',                              METHOD_TOO_LONG",
    "'ABCDEFGHIJK(MNOPQRSTUV',                              METHOD",
    // a field line of 30 bytes, or 31
    "'GET / HTTP/1.0\r\nX: 456789012345678901234567890\r\n\r\n',  ",
    "'GET / HTTP/1.0\r\nX: 4567890123456789012345678901\r\n\r\n', FIELD_TOO_LONG",
    "'GET / HTTP/1.0\r\nX: 45678901234567890123456789012',        FIELD_TOO_LONG",
    // three fields, or four
    "'GET / HTTP/1.0\r\nA:\r\nB:\r\nC:\r\n\r\n',            ",
    "'GET / HTTP/1.0\r\nA:\r\nB:\r\nC:\r\nD:\r\n\r\n',      TOO_MANY_FIELDS",
    // content of 10 bytes, or 11
    "'GET / HTTP/1.0\r\nContent-Length: 10\r\n\r\n',        ",
    "'GET / HTTP/1.0\r\nContent-Length: 11\r\n\r\n',        BODY_TOO_LARGE",
  })
  void aLimitIsReachedButNotPassed(String wire, Refusal refusal) {
    assertThat(Heads.parse(SMALL, wire).refusal()).isEqualTo(refusal);
  }

  @Test
  void theHeadMayHaveItsLimitWithTheEmptyLine() {
    String field = "X: 456789012345678901234567\r\n"; // 29
    String head = "GET / HTTP/1.0\r\n" + field + field + "Y: 45678901234567890\r\n\r\n";

    assertThat(head).hasSize(98);
    assertThat(Heads.parse(SMALL, head).progress()).isEqualTo(Progress.COMPLETE);
    assertThat(Heads.parse(SMALL, "\r\n" + head).progress()).isEqualTo(Progress.COMPLETE);
    assertThat(Heads.parse(SMALL, head.replace("Y", "YYY")).progress())
        .isEqualTo(Progress.COMPLETE);
    assertThat(Heads.parse(SMALL, head.replace("Y", "YYYY")).refusal())
        .isEqualTo(Refusal.HEAD_TOO_LONG);
  }

  @Test
  void emptyLinesDoNotGoOnForEver() {
    assertThat(Heads.parse(SMALL, "\r\n".repeat(49)).progress()).isEqualTo(Progress.INCOMPLETE);
    assertThat(Heads.parse(SMALL, "\r\n".repeat(50)).refusal()).isEqualTo(Refusal.HEAD_TOO_LONG);
    assertThat(Heads.parse(SMALL, "\r\n".repeat(50) + "\0").refusal())
        .isEqualTo(Refusal.HEAD_TOO_LONG);
  }

  @Test
  void aLimitMayBeAsLargeAsAnInt() {
    int most = Integer.MAX_VALUE;
    Limits unlimited = new Limits(most, most, most, most, Long.MAX_VALUE);

    assertThat(Heads.parse(unlimited, GET).progress()).isEqualTo(Progress.COMPLETE);
  }

  @Test
  void aHeadOfTheUsualSizePassesTheUsualLimits() {
    String wire =
        """
        GET /index.html?from=here HTTP/1.1\r
        Host: localhost:8010\r
        User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r
        Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8\r
        Accept-Encoding: gzip, deflate, br, zstd\r
        Connection: keep-alive\r
        Cookie: a="b"; c=d\r
        If-Modified-Since: Sun, 06 Nov 1994 08:49:37 GMT\r
        If-None-Match: W/"x", "y"\r
        \r
        """;

    assertThat(Heads.request(wire).persistent()).isTrue();
  }
}
