package tailgate.http;

import static tailgate.http.WireCases.accepted;
import static tailgate.http.WireCases.refused;

import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** The catalogue of malformed and ambiguous messages: field lines, Host and Expect. */
class MalformedFieldsTest {

  private static String request(String fields) {
    return "GET / HTTP/1.1\r\nHost: h\r\n" + fields + "\r\n\r\n";
  }

  private static DynamicTest field(String why, String line) {
    return accepted(why, request(line));
  }

  private static DynamicTest field(Refusal refusal, String why, String line) {
    return refused(refusal, why, request(line));
  }

  private static DynamicTest host(String why, String value) {
    return accepted(why, "GET / HTTP/1.1\r\nHost: " + value + "\r\n\r\n");
  }

  private static DynamicTest badHost(String why, String value) {
    return refused(
        Refusal.HOST_INVALID, why, "GET http://h/ HTTP/1.1\r\nHost: " + value + "\r\n\r\n");
  }

  @TestFactory
  Stream<DynamicTest> names() {
    String space = "9112 §5.1: no whitespace before the colon, of whatever kind";
    String token = "9110 §5.1: a token";
    return Stream.of(
        field("9110 §5.6.2: any token", "$x!%45`|~: y"),
        field("9110 §5.1: an underscore makes another name", "Content_Length: 5"),
        field("9110 §5.1: an underscore makes another name", "Transfer_Encoding: chunked"),
        field("9110 §5.1: names have no escapes", "Content%2dLength: 5"),
        field(Refusal.FIELD_NAME, space, "Content-Length : 5"),
        field(Refusal.FIELD_NAME, space, "Transfer-Encoding\t: chunked"),
        field(Refusal.FIELD_NAME, space, "Transfer-Encoding\13: chunked"),
        field(Refusal.FIELD_NAME, space, "Content-Length\u00a0: 5"),
        field(Refusal.FIELD_NAME, space, "Content-Length\u0085: 5"),
        field(Refusal.FIELD_NAME, space, "Content-Length\r: 5"),
        field(Refusal.FIELD_NAME, token, "Content-Length\0: 5"),
        field(Refusal.FIELD_NAME, token, "Content Length: 5"),
        field(Refusal.FIELD_NAME, token, "Content-Length x: 5"),
        field(Refusal.FIELD_NAME, token, "Content\rLength: 5"),
        field(Refusal.FIELD_NAME, token, "Content\\Length: 5"),
        field(Refusal.FIELD_NAME, token, "Content\u00adLength: 5"),
        field(Refusal.FIELD_NAME, token, "Transf\u00e9r-Encoding: chunked"),
        field(Refusal.FIELD_NAME, token, "\"Content-Length\": 5"),
        field(Refusal.FIELD_NAME, token, ":path: /"),
        field(Refusal.FIELD_NAME, "9112 §5: a name that is not empty", ": y"),
        field(Refusal.FIELD_NAME, "9112 §5: a name that is not empty", ":"),
        field(Refusal.FIELD_NAME, "9112 §5: a colon", "Content-Length 5"),
        field(Refusal.FIELD_NAME, "9112 §5: a colon", "Content-Length=5"),
        field(Refusal.FIELD_NAME, "9112 §5: a name on one line", "Transfer-\r\nEncoding: chunked"));
  }

  @TestFactory
  Stream<DynamicTest> values() {
    String control = "9110 §5.5: no control character";
    return Stream.of(
        field("9110 §5.5: empty", "X:"),
        field("9110 §5.5: a tab inside", "X: a\tb"),
        field("9110 §5.5: octets beyond ASCII", "X: \u0080\u00a0\u00ff"),
        field("9110 §5.5: quotes mean nothing in an unknown field", "X: \"a"),
        field(Refusal.FIELD_VALUE, "9110 §5.5: no NUL", "X: a\0b"),
        field(Refusal.FIELD_VALUE, "9110 §5.5: not at the end either", "X: a\0"),
        field(Refusal.FIELD_VALUE, control, "X: \1"),
        field(Refusal.FIELD_VALUE, control, "X: a\13"),
        field(Refusal.FIELD_VALUE, control, "X: \fa"),
        field(Refusal.FIELD_VALUE, control, "X: \33[0m"),
        field(Refusal.FIELD_VALUE, control, "X: a\177"),
        field(Refusal.BARE_CR, "9112 §2.2: a CR hides no field", "X: a\rContent-Length: 5"),
        field(Refusal.BARE_CR, "9112 §2.2: not without a value either", "X:\rContent-Length: 5"),
        field(Refusal.BARE_CR, "9112 §2.2: one CR before LF, not two", "X: a\r"),
        field(Refusal.BARE_LF, "9112 §2.2: LF hides no field", "X: a\nContent-Length: 5"),
        field(Refusal.BARE_LF, "9112 §2.2: LF ends no head", "X: a\n\nGET /b HTTP/1.1"));
  }

  @TestFactory
  Stream<DynamicTest> folding() {
    String fold = "9112 §5.2: a folded line may be refused";
    return Stream.of(
        field(Refusal.OBS_FOLD, fold, "X: a\r\n b"),
        field(Refusal.OBS_FOLD, fold, "X: a\r\n\tb"),
        field(Refusal.OBS_FOLD, fold, "X:\r\n Content-Length: 5"),
        field(Refusal.OBS_FOLD, fold, "Content-Length: 1\r\n 5"),
        field(Refusal.OBS_FOLD, fold, "Transfer-Encoding: \r\n\tchunked"),
        field(Refusal.OBS_FOLD, fold, "X: a\r\n \r\nY: b"),
        field(Refusal.FIELD_NAME, "9112 §5: a name on one line", "Content-Length\r\n : 5"),
        refused(
            Refusal.OBS_FOLD,
            "9112 §2.2: no space before the first field",
            "GET / HTTP/1.1\r\n Host: h\r\n\r\n"),
        refused(
            Refusal.OBS_FOLD,
            "9112 §2.2: no line of space there",
            "GET / HTTP/1.1\r\n\t\r\nHost: h\r\n\r\n"));
  }

  @TestFactory
  Stream<DynamicTest> validHosts() {
    return Stream.of(
        host("3986 §3.2.3: a port may be empty", "h:"),
        host("3986 §3.2.3: a port may have zeros", "h:00080"),
        host("3986 §3.2.2: a registered name has nearly all characters", "a,b;c_d!(e)"),
        host("3986 §3.2.2: escapes too", "h%41"),
        host("3986 §3.2.2: no name of DNS is asked for", "."),
        host("3986 §3.2.2: nor a right IPv4 address", "999.1.1"),
        host("3986 §3.2.2: an IPv6 address", "[2001:db8::1.2.3.4]:80"),
        accepted(
            "9112 §3.2.2: an absolute target may name another host",
            "GET http://a/ HTTP/1.1\r\nHost: b\r\n\r\n"));
  }

  @TestFactory
  Stream<DynamicTest> invalidHosts() {
    String name = "3986 §3.2.2: not a character of a host";
    String address = "3986 §3.2.2: no address";
    return Stream.of(
        refused(Refusal.HOST_MISSING, "9112 §3.2: required in 1.1", "GET / HTTP/1.1\r\n\r\n"),
        refused(
            Refusal.HOST_MISSING,
            "9112 §3.2: an absolute target does not replace it",
            "GET http://h/ HTTP/1.1\r\n\r\n"),
        field(Refusal.HOST_REPEATED, "9112 §3.2: only one", "Host: h"),
        field(Refusal.HOST_REPEATED, "9112 §3.2: only one, even an empty one", "HOST:"),
        refused(
            Refusal.HOST_REPEATED,
            "9112 §3.2: only one in 1.0 too",
            "GET / HTTP/1.0\r\nHost: h\r\nHost: h\r\n\r\n"),
        badHost("9110 §4.2.1: a host that is not empty", ""),
        badHost("9110 §4.2.1: a host that is not empty", ":80"),
        badHost("9110 §4.2.4: no user information", "a@h"),
        badHost("9110 §7.2: no list", "a, b"),
        badHost("9110 §7.2: no path", "h/a"),
        badHost("9110 §7.2: no scheme", "http://h"),
        badHost("9110 §7.2: no query", "h?a"),
        badHost(name, "a b"),
        badHost(name, "a\tb"),
        badHost(name, "a\\b"),
        badHost(name, "a\"b"),
        badHost(name, "h\u00e4"),
        badHost(name, "a#b"),
        badHost("3986 §2.1: an escape has two digits", "h%4"),
        badHost("3986 §3.2.3: digits", "h:8a"),
        badHost("3986 §3.2.3: no sign", "h:-1"),
        badHost("3986 §3.2.3: one port", "h:80:80"),
        badHost("a port has 16 bits", "h:65536"),
        badHost("a port has 16 bits, whatever it overflows to", "h:4294967376"),
        badHost(address, "[::1"),
        badHost(address, "::1"),
        badHost(address, "[1::2::3]"),
        badHost(address, "[::1]a"),
        badHost(address, "a[::1]"),
        badHost("3986 §3.2.2: the address of a later version is unknown", "[v1.a]"),
        badHost("9844: a zone is not sent", "[fe80::1%25eth0]"));
  }

  @TestFactory
  Stream<DynamicTest> expectations() {
    String unknown = "9110 §10.1.1: an unknown expectation";
    return Stream.of(
        field("9110 §10.1.1: in any case", "Expect: 100-CONTINUE"),
        field("9110 §5.6.1.2: empty elements are ignored", "Expect: , 100-continue,"),
        field("9110 §5.6.1.2: all of them", "Expect:"),
        field(Refusal.EXPECTATION_UNKNOWN, unknown, "Expect: x 100-continue"),
        field(Refusal.EXPECTATION_UNKNOWN, unknown, "Expect: 100-continue x"),
        field(Refusal.EXPECTATION_UNKNOWN, unknown, "Expect: 100-continue=1"),
        field(Refusal.EXPECTATION_UNKNOWN, unknown, "Expect: \"100-continue\""),
        field(Refusal.EXPECTATION_UNKNOWN, unknown, "Expect: 100-continue, x"),
        field(Refusal.EXPECTATION_UNKNOWN, unknown, "Expect: 100-continue\r\nExpect: x"),
        field(Refusal.EXPECTATION_UNKNOWN, unknown, "Expect: \u00a0100-continue"));
  }
}
