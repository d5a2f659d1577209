package tailgate.http;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Field lines, each behind a request line that is right. In the tables, {@code /} ends a line. */
class FieldsReaderTest {

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
  @CsvSource(
      delimiter = '|',
      value = {
        "'Name : v'     | FIELD_NAME",
        "'Name\t: v'    | FIELD_NAME",
        "'Na me: v'     | FIELD_NAME",
        "': v'          | FIELD_NAME",
        "'Name'         | FIELD_NAME",
        "'Na\0me: v'    | FIELD_NAME",
        "'Na\u00e4: v'  | FIELD_NAME",
        "'N\"a\": v'    | FIELD_NAME",
        "'N[]: v'       | FIELD_NAME",
        "'Name: a\0b'   | FIELD_VALUE",
        "'Name: \1'     | FIELD_VALUE",
        "'Name: a\13'   | FIELD_VALUE",
        "'Name: \177'   | FIELD_VALUE",
        "'Name: a\rb'   | BARE_CR",
        "'Name: a\r'    | BARE_CR",
        "'Name: \r b'   | BARE_CR",
        "'Na\rme: v'    | FIELD_NAME",
        "'\r'           | FIELD_NAME",
        "'Name: a\nb: c'| BARE_LF",
        "'Name: a/ b'   | OBS_FOLD",
        "'Name: a/\tb'  | OBS_FOLD",
        "'Name: a/ /'   | OBS_FOLD",
        "' Name: a'     | OBS_FOLD",
      })
  void refusesWhatIsNoFieldLine(String line, Refusal refusal) {
    assertThat(Heads.refusal(http11(lines(line)))).isEqualTo(refusal);
    assertThat(Heads.refusal(http10(lines(line)))).isEqualTo(refusal);
  }

  @Test
  void refusesSpaceBetweenTheRequestLineAndTheFirstField() {
    assertThat(Heads.refusal("GET / HTTP/1.1\r\n Host: h\r\n\r\n")).isEqualTo(Refusal.OBS_FOLD);
  }

  @ParameterizedTest
  @CsvSource({"'X:'", "'X: '", "'X:v'", "'X:\t v \t'", "'!#$%&''*+-.^_`|~:v'", "'X: \u0080\u00ff'"})
  void passesOverWhatItDoesNotKnow(String line) {
    assertThat(Heads.parse(http11(line)).progress()).isEqualTo(Progress.COMPLETE);
  }

  @ParameterizedTest
  @CsvSource({
    "X: y,                 HOST_MISSING",
    "Host: a/Host: a,      HOST_REPEATED",
    "Host: a/host: b,      HOST_REPEATED",
    "Host: a/Host:,        HOST_REPEATED",
    "Host: a b,            HOST_INVALID",
    "'Host: a, b',         HOST_INVALID",
    "Host: user@a,         HOST_INVALID",
    "Host: a:65536,        HOST_INVALID",
    "Host: a:b,            HOST_INVALID",
    "Host:,                HOST_INVALID",
    "Host: :80,            HOST_INVALID",
    "Host: [::1,           HOST_INVALID",
    "Host: [x],            HOST_INVALID",
    "'Host: \u00e4',       HOST_INVALID",
  })
  void refusesAnythingButOneValidHost(String fields, Refusal refusal) {
    assertThat(Heads.refusal("GET / HTTP/1.1\r\n" + lines(fields) + "\r\n\r\n")).isEqualTo(refusal);
    assertThat(Heads.refusal("GET http://h/ HTTP/1.1\r\n" + lines(fields) + "\r\n\r\n"))
        .isEqualTo(refusal);
  }

  @ParameterizedTest
  @CsvSource({"Host: a", "HOST:a:80", "host: \t[::1]:80 \t", "Host: 127.0.0.1:"})
  void acceptsAValidHost(String field) {
    assertThat(Heads.request("GET / HTTP/1.1\r\n" + field + "\r\n\r\n").has(Field.HOST)).isTrue();
  }

  @Test
  void theOldVersionNeedsNoHost() {
    assertThat(Heads.request(http10("X: y")).has(Field.HOST)).isFalse();
    assertThat(Heads.refusal(http10("Host: a\r\nHost: a"))).isEqualTo(Refusal.HOST_REPEATED);
    assertThat(Heads.refusal(http10("Host: a b"))).isEqualTo(Refusal.HOST_INVALID);
  }

  @ParameterizedTest
  @CsvSource({
    "X: y,                                      true,  false",
    "Connection:,                               true,  false",
    "Connection: close,                         false, false",
    "connection: CLOSE,                         false, false",
    "Connection: keep-alive,                    true,  true",
    "Connection: Keep-Alive,                    true,  true",
    "'Connection: keep-alive, close',           false, false",
    "'Connection: close, keep-alive',           false, false",
    "'Connection: te,, \tClose\t ,upgrade',     false, false",
    "'Connection: te, keep-alive',              true,  true",
    "'Connection: keep-alive, te',              true,  true",
    "Connection: keep-alive/Connection: close,  false, false",
    "Connection: te/Connection: keep-alive,     true,  true",
    "Connection: closed,                        true,  false",
    "Connection: clos,                          true,  false",
    "Connection: close;q=1,                     true,  false",
    "Connection: keep alive,                    true,  false",
  })
  void theConnectionGoesOn(String fields, boolean on11, boolean on10) {
    assertThat(Heads.request(http11(lines(fields))).persistent()).isEqualTo(on11);
    assertThat(Heads.request(http10(lines(fields))).persistent()).isEqualTo(on10);
  }

  @Test
  void anExpectationIsMetOnTheNewVersionAndIgnoredOnTheOld() {
    assertThat(Heads.request(http11("Expect: 100-Continue")).expectsContinue()).isTrue();
    assertThat(Heads.request(http10("Expect: 100-continue")).expectsContinue()).isFalse();
    assertThat(Heads.request(http11("X: y")).expectsContinue()).isFalse();
  }

  /** RFC 9110 §10.1.1: a list, of which empty elements are ignored (§5.6.1.2). */
  @ParameterizedTest
  @CsvSource({
    "Expect:,                                    false",
    "'Expect: ,\t,',                             false",
    "'Expect: 100-continue, 100-Continue',       true",
    "'Expect: ,100-continue,',                   true",
    "Expect: 100-continue/Expect: 100-continue,  true",
    "Expect: 100-continue/Expect:,               true",
  })
  void expectationsAreAList(String fields, boolean expected) {
    assertThat(Heads.request(http11(lines(fields))).expectsContinue()).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "200-ok",
    "100-continue;a",
    "'100-continue, x'",
    "'x, 100-continue'",
    "x 100-continue",
    "'a=\"b, 100-continue'",
    "100",
  })
  void refusesAnUnknownExpectation(String expectation) {
    assertThat(Heads.refusal(http11("Expect: " + expectation)))
        .isEqualTo(Refusal.EXPECTATION_UNKNOWN);
  }
}
